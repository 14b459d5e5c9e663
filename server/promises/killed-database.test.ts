import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenShow } from '#server/testing/given.ts'
import { givenBuyers } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type EmbeddedRig, startEmbeddedRig } from './embedded-rig.ts'
import { faultsIn, startShopping } from './shopping.ts'

const BUYERS = 8

/** Buyers shop while something is done to the house again and again, each time until they could buy again. */
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
    const [before, harmedAt] = [shopping.told.bought.length, performance.now()]
    // What was on its way when the harm was done may still arrive: the shop sells again when one buyer had two turns.
    await expect.poll(() => shopping.told.bought.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
    pauses.push(Math.round(performance.now() - harmedAt))
  }
  process.stdout.write(`${promise}: sells again after ${pauses.join(', ')} ms\n`)
  const told = await shopping.stop()
  return faultsIn(rig.db, told)
}

test(
  'a database killed under load comes back by itself, and nothing that was confirmed is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startEmbeddedRig()
    expect(await rushWhile('killed database', rig, counts.databaseKills, rig.killDatabase)).toEqual([])
  },
)

test(
  'a shop killed together with its database starts over the stale pid file, and nothing that was confirmed is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startEmbeddedRig()
    expect(await rushWhile('killed house', rig, 1, rig.killAll)).toEqual([])
  },
)

// The control: with the guard taken away, the checks above find the fault.

test('without waiting for the disk at commit, a killed database loses orders', { timeout: TIMEOUT_MS }, async () => {
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
