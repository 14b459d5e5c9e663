import { readFileSync } from 'node:fs'

const BYTES_PER_KB = 1_024

/**
 * Reads the resident memory of a process in megabytes: now, and at most since its start. Not a number on systems
 * without /proc.
 */
export function readMemory(pid: number): { mb: number; peakMb: number } {
  const status = readStatus(pid)
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * BYTES_PER_KB) / 1e6
  return { mb: read('VmRSS'), peakMb: read('VmHWM') }
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
