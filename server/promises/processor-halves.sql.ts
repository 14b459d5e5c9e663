import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

const PROCESSORS = availableParallelism()
const HALF = Math.floor(PROCESSORS / 2)

const ALL = `0-${PROCESSORS - 1}`
/** The processors of the shop and its database. */
const OF_SHOP = `0-${Math.max(0, HALF - 1)}`
/** Those of its customers, who would otherwise take from the shop what they measure. */
const OF_CUSTOMERS = `${HALF}-${PROCESSORS - 1}`

/** Moves this process to the processors of the shop, where the servers that it starts stay. */
export function joinShop(): void {
  move(process.pid, OF_SHOP)
}

/**
 * Moves the database to the processors of the shop, and this process to those of the customers. Returns the function
 * that gives all processors back to both.
 */
export async function leaveShop(db: Db): Promise<() => Promise<void>> {
  await moveDatabase(db, OF_SHOP)
  move(process.pid, OF_CUSTOMERS)
  return async () => {
    await moveDatabase(db, ALL)
    move(process.pid, ALL)
  }
}

async function moveDatabase(db: Db, processors: string): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = (await parentsOfProcesses()).get(rows[0]?.pid ?? 0) ?? 0
  move(postmaster, processors)
  for (const [pid, parent] of await parentsOfProcesses()) if (parent === postmaster) move(pid, processors)
}

function move(pid: number, processors: string): void {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', processors, String(pid)], { stdio: 'ignore' })
}

/** Returns the parent of each process. */
async function parentsOfProcesses(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return new Map(stats.filter(Boolean).map((stat) => [parseInt(stat), Number(stat.split(') ').at(-1)?.split(' ')[1])]))
}
