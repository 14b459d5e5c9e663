import { readFileSync } from 'node:fs'

/** Reads the resident memory of a process in kilobytes. Not a number on systems without /proc. */
export function readMemoryKb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1])
  } catch {
    return NaN
  }
}
