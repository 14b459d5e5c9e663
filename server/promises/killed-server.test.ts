import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { givenShow } from '#server/testing/test-data.ts'
import { givenBuyers } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { startTwoServerRig } from './two-server-rig.ts'
import type { Mutant } from './mutant.sql.ts'
import { faultsIn, startShopping } from './shopping.ts'

type Rush = { kills: number; mutant?: Mutant }

/** Lets buyers shop at both servers while they are killed alternately at random times. */
async function rushWithKills(promise: string, { kills, mutant }: Rush): Promise<{ faults: string[]; bought: number }> {
  const random = seededRandomFor(promise)
  const rig = await startTwoServerRig(mutant ? { mutant } : {})
  const buyers = await givenBuyers(rig.db, 12)
  const show = await givenShow(rig.db, { standing: 10_000_000 })
  const shopping = startShopping(buyers, (index) => ({ urls: rig.urls, show, random: random(index) }))
  const moments = random('kills')
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(moments.between(100, 600))
    await rig.killServer(kill % 2 === 0 ? 0 : 1)
  }
  const answers = await shopping.stop()
  return { faults: await faultsIn(rig.db, answers), bought: answers.bought.length }
}

test('loses no confirmed order of a killed server while the other one continues', { timeout: TIMEOUT_MS }, async () => {
  const { faults, bought } = await rushWithKills('killed server', { kills: counts.serverKills })
  expect(faults).toEqual([])
  expect(bought).toBeGreaterThan(counts.serverKills)
})

// Control: the checks above detect a shop without the safeguard.

test('control: a kill loses orders that are confirmed before the commit', { timeout: TIMEOUT_MS }, async () => {
  const isLost = await showsWithinTries(async () => {
    const { faults } = await rushWithKills('killed server, hasty', { kills: 2, mutant: 'answer before the commit' })
    return faults.length > 0
  })
  expect(isLost).toBe(true)
})
