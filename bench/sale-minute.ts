import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/db/connection.ts'
import { selectQueue } from '#server/observability/figures.sql.ts'
import { percentile } from './shared/measure.ts'
import { measureSale } from './sale-minute/measure-sale.ts'
import { readMemory } from './shared/resident-memory.ts'
import { withShopProcesses } from './shared/shop-processes.ts'

const GOALS = { servedMs: 300, readersMs: 100, afterMb: 300 }
const LATER_MS = 30_000
const MAILS_AT_MOST_MS = 600_000
const LOOK_MS = 1_000
const [people = 20_000, places = 10_000, seconds = 60, servers = 1] = process.argv.slice(2).map(Number)

// People arrive at a show with a waiting room, in processes apart from the servers and PostgreSQL.
await withShopProcesses({ servers }, async ({ db, ports, pids, secret }) => {
  const result = await measureSale({ db, ports, secret, people, places, seconds })
  const [atEnd] = readLargest(pids)
  await wait(LATER_MS)
  const [afterMb, peakMb] = readLargest(pids)
  const waiting = await countDue(db)
  const mailsMs = await untilNothingIsDue(db)
  await wait(LATER_MS)
  const [quietMb] = readLargest(pids)
  const [served, readers] = [percentile(result.served, 0.99), percentile(result.readers, 0.99)]
  const longest = Math.max(0, ...result.waitedMs) / 1_000
  console.log(
    `${people} people in ${seconds} s for ${places} places, ${servers} server(s), on ${result.seconds.toFixed(0)} s`,
  )
  console.log(`sold ${result.sold}, twice ${result.soldTwice}, violations of the books ${result.violations}`)
  console.log(`reserve and order in turn: p99 ${served.toFixed(0)} ms (goal ${GOALS.servedMs})`)
  console.log(`readers of other pages:    p99 ${readers.toFixed(0)} ms (goal ${GOALS.readersMs})`)
  console.log(
    `longest wait ${longest.toFixed(0)} s, refused as busy ${result.busy}, faults ${[...result.faults].join(' ') || 0}`,
  )
  console.log(
    `memory of a server at most ${peakMb.toFixed(0)} MB, at the end ${atEnd.toFixed(0)} MB, half a minute later ${afterMb.toFixed(0)} MB (goal ${GOALS.afterMb})`,
  )
  console.log(
    `${waiting} jobs waited then; ${(mailsMs / 1_000).toFixed(0)} s and half a minute later ${quietMb.toFixed(0)} MB`,
  )
  const isRight = result.sold === Math.min(people, places) && result.soldTwice === 0 && result.violations === 0
  const isFast = served <= GOALS.servedMs && readers <= GOALS.readersMs
  if (!isRight || result.faults.size > 0 || !isFast || afterMb > GOALS.afterMb) process.exitCode = 1
})

/** Waits for all jobs that are due, most of them mails to buyers, at most ten minutes. Returns how long it took. */
async function untilNothingIsDue(db: Db): Promise<number> {
  const start = performance.now()
  while ((await countDue(db)) > 0 && performance.now() - start < MAILS_AT_MOST_MS) await wait(LOOK_MS)
  return performance.now() - start
}

async function countDue(db: Db): Promise<number> {
  return (await selectQueue(db)).reduce((sum, { due }) => sum + Number(due), 0)
}

/** Reads the resident memory of the largest server in megabytes: now, and at most since its start. */
function readLargest(pids: readonly number[]): [mb: number, peakMb: number] {
  const memories = pids.map(readMemory)
  return [Math.max(...memories.map(({ mb }) => mb)), Math.max(...memories.map(({ peakMb }) => peakMb))]
}
