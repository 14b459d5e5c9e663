import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenShow } from '#server/testing/given.ts'
import { givenBuyers } from './buyers.ts'
import { chanceFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type EmbeddedHouse, openEmbeddedHouse } from './embedded-rig.ts'
import { faultsIn, startShopping } from './shopping.ts'

const BUYERS = 8

/** Buyers shop while something is done to the house again and again, each time until they could buy again. */
async function rushWhile(promise: string, house: EmbeddedHouse, times: number, harm: () => Promise<void>) {
  const random = chanceFor(promise)
  const buyers = await givenBuyers(house.db, BUYERS)
  const show = await givenShow(house.db, { standing: 10_000_000 })
  const shopping = startShopping(buyers, (index) => ({ urls: house.urls, show, random: random(index) }))
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
  return faultsIn(house.db, told)
}

test(
  'a database killed under load comes back by itself, and nothing that was confirmed is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const house = await openEmbeddedHouse()
    expect(await rushWhile('killed database', house, counts.databaseKills, house.killDatabase)).toEqual([])
  },
)

test(
  'a shop killed together with its database starts over the stale pid file, and nothing that was confirmed is lost',
  { timeout: TIMEOUT_MS },
  async () => {
    const house = await openEmbeddedHouse()
    expect(await rushWhile('killed house', house, 1, house.killAll)).toEqual([])
  },
)

// The control: with the guard taken away, the checks above find the fault.

test('without waiting for the disk at commit, a killed database loses orders', { timeout: TIMEOUT_MS }, async () => {
  const house = await openEmbeddedHouse()
  await sql`alter role foyer in database foyer set synchronous_commit = off`.execute(house.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'foyer'`.execute(
    house.db,
  )
  const isLost = await showsWithinTries(
    async () => (await rushWhile('killed database, hasty', house, 2, house.killDatabase)).length > 0,
  )
  expect(isLost).toBe(true)
})
