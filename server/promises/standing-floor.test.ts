import { expect, test } from 'vitest'
import type { Random } from '#server/demo/random.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toReserve } from './buyers.ts'
import { seededRandomFor } from './seeded-random.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const ROOM = 37

/**
 * Lets all buyers concurrently reserve one to eight of the last places, then fills up one by one. Returns the tickets
 * sold.
 */
async function fillFloor({ db, urls }: TwoServerRig, buyers: readonly Buyer[], random: Random): Promise<number> {
  const { showId, standingPlaceId } = await givenShow(db, { standing: ROOM })
  const reserve = async (buyer: Buyer, quantity: number) => {
    const { body } = toReserve(
      showId,
      Array.from({ length: quantity }, () => standingPlaceId),
    )
    const { status } = await buyer.send(random.pick(urls), 'POST', '/tickets', { body })
    return status === 201 ? quantity : 0
  }
  const got = await Promise.all(buyers.map((buyer) => reserve(buyer, random.whole(1, 8))))
  for (const buyer of buyers.slice(0, 8)) got.push(await reserve(buyer, 1))
  return got.reduce((sum, quantity) => sum + quantity, 0)
}

test(
  'sells the last 37 standing places to 200 buyers of one to eight, never more and none left over',
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig()
    const buyers = await givenBuyers(rig.db, 200)
    const random = seededRandomFor('standing floor')
    for (let round = 0; round < counts.standingRounds; round += 1) {
      expect(await fillFloor(rig, buyers, random(round)), `round ${round}`).toBe(ROOM)
    }
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: a count read before the lock oversells', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ mutant: 'count what was read' })
  const buyers = await givenBuyers(rig.db, 60)
  const random = seededRandomFor('standing floor, badly counted')(0)
  expect(await showsWithinTries(async () => (await fillFloor(rig, buyers, random)) > ROOM)).toBe(true)
  const rules = (await selectViolations(rig.db)).map(({ rule }) => rule)
  expect(rules).toContain('a standing place is never over its capacity')
})
