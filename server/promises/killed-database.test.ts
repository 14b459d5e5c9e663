import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { givenBuyers } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type EmbeddedRig, startEmbeddedRig } from './embedded-rig.ts'
import { faultsIn, startShopping } from './shopping.ts'

const BUYERS = 8

/** Lets buyers shop while the rig is harmed repeatedly, each time until purchases succeed again. */
async function rushWhile(promise: string, rig: EmbeddedRig, times: number, harm: () => Promise<void>) {
  const random = seededRandomFor(promise)
  const buyers = await givenBuyers(rig.db, BUYERS)
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const shopping = startShopping(buyers, (index) => ({ urls: rig.urls, show, random: random(index) }))
  const moments = random('moments')
  const pauses: number[] = []
  for (let time = 0; time < times; time += 1) {
    await wait(moments.between(200, 600))
    await harm()
    const [before, harmedAt] = [shopping.answers.bought.length, performance.now()]
    // Answers in flight may still arrive: the shop sells again once there are more purchases than buyers.
    await expect.poll(() => shopping.answers.bought.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
    pauses.push(Math.round(performance.now() - harmedAt))
  }
  process.stdout.write(`${promise}: sells again after ${pauses.join(', ')} ms\n`)
  const answers = await shopping.stop()
  return faultsIn(rig.db, answers)
}

provedTest(
  'restarts a database killed under load and loses nothing that was confirmed',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startEmbeddedRig()
    expect(await rushWhile('killed database', rig, counts.databaseKills, rig.killDatabase)).toEqual([])
  },
)

provedTest(
  'starts over a stale pid file after a kill of shop and database and loses nothing that was confirmed',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startEmbeddedRig()
    expect(await rushWhile('killed shop and database', rig, 1, rig.killAll)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: a killed database loses orders without synchronous commits', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startEmbeddedRig()
  await sql`alter role foyer in database foyer set synchronous_commit = off`.execute(rig.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'foyer'`.execute(
    rig.db,
  )
  const isLost = await showsWithinTries(
    async () => (await rushWhile('killed database, hasty', rig, 2, rig.killDatabase)).length > 0,
  )
  expect(isLost).toBe(true)
})
