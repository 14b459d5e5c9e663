import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const MS_PER_TICK = 10

/** Processor time in milliseconds. Not a number on systems without /proc. */
export type ProcessorTime = { serverMs: number; databaseMs: number }

/** Reads the processor time that servers and the PostgreSQL whose data are in `folder` have used so far. */
export function readProcessorTime(serverPids: readonly number[], folder: string): ProcessorTime {
  try {
    return {
      serverMs: sum(serverPids.map(String).map(processorMs)),
      databaseMs: sum(
        readdirSync('/proc')
          .filter((pid) => isPostgres(pid, folder))
          .map(processorMs),
      ),
    }
  } catch {
    return { serverMs: NaN, databaseMs: NaN }
  }
}

/** Returns 0 for a process that has ended: its parent counts it. */
function processorMs(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // User and system time of the process, then of its ended children.
    return sum(fields.slice(11, 15).map(Number)) * MS_PER_TICK
  } catch {
    return 0
  }
}

function isPostgres(pid: string, folder: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('postgres') &&
      readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    )
  } catch {
    return false
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
