import { expect, test } from 'vitest'
import type { ProductId } from '#domain/ids.ts'
import { selectViolations } from '#server/db/audit.sql.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { race } from '#server/testing/race.ts'
import { type Buyer, givenBuyer, givenBuyers, toOrder, toRedeem, toReserve } from './buyers.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { type TwoServerRig, startTwoServerRig } from './two-server-rig.ts'

const AT_ONCE = 50

function givenMugs({ db }: TwoServerRig): Promise<ProductId[]> {
  return race(AT_ONCE, (index) => givenProduct(db, { name: `Mug ${index}`, points: 300, stock: 1_000_000 }))
}

/** Places fifty concurrent orders of a customer whose points pay for one mug. Returns the number of mugs bought. */
async function spendAtOnce({ db, urls }: TwoServerRig, mugs: readonly ProductId[]): Promise<number> {
  const buyer = await givenBuyer(db, await givenUser(db, { points: 500 }))
  const lines = await db
    .insertInto('merchandise_purchases')
    .values(mugs.map((id) => ({ user_id: buyer.userId, merchandise_product_id: id, quantity: 1, use_points: true })))
    .returning('id')
    .execute()
  const answers = await race(lines.length, (index) => {
    const { path, body } = toRedeem([lines[index]?.id ?? 0])
    return buyer.send(urls[index % 2] ?? '', 'POST', path, { body })
  })
  return answers.filter(({ status }) => status === 201).length
}

test('spends points once in concurrent orders at two servers', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig()
  const mugs = await givenMugs(rig)
  for (let round = 0; round < counts.pointsRounds; round += 1) expect(await spendAtOnce(rig, mugs)).toBe(1)
  expect(await selectViolations(rig.db)).toEqual([])
})

provedTest(
  "earns a ticket's points once its show has started, and none after a refund",
  { timeout: TIMEOUT_MS },
  async () => {
    const rig = await startTwoServerRig()
    const { showId, seatIds } = await givenShow(rig.db, { seats: 2, price: 4_550 })
    const [guest, quitter] = (await givenBuyers(rig.db, 2)) as [Buyer, Buyer]
    const points = async (buyer: Buyer) => {
      const answers = await Promise.all(rig.urls.map((url) => buyer.send(url, 'GET', '/users/detail')))
      return answers.map(({ body }) => JSON.parse(body).points)
    }
    const atOnce = async (buyer: Buyer, method: string, path: string, body?: object) => {
      const answers = await race(AT_ONCE, (index) =>
        buyer.send(rig.urls[index % 2] ?? '', method, path, {
          ...(body ? { body } : {}),
          headers: { 'idempotency-key': `${path} ${index}` },
        }),
      )
      expect(new Set(answers.map(({ body }) => body)).size, answers[0]?.body).toBe(1)
    }
    const tickets: number[] = []
    for (const [index, buyer] of [guest, quitter].entries()) {
      const { path, body } = toReserve(showId, [seatIds[index] ?? 0])
      const reserved = await buyer.send(rig.urls[0], 'POST', path, { body })
      tickets.push(JSON.parse(reserved.body).elements[0].id)
      const order = toOrder(tickets.slice(-1))
      await atOnce(buyer, 'POST', order.path, order.body)
    }
    await atOnce(quitter, 'PUT', `/tickets/${tickets[1]}/cancelation`)

    for (const [shift, earned] of [
      ['0', 0],
      ['3 days', 45],
      ['-3 days', 0],
      ['3 days', 45],
    ] as const) {
      await shiftClock(rig.owner, shift)
      expect(await points(guest), shift).toEqual([earned, earned])
      expect(await points(quitter), shift).toEqual([0, 0])
    }
    expect(await selectViolations(rig.db)).toEqual([])
  },
)

// Control: the checks above detect a shop without the safeguard.

test('control: concurrent orders of one customer spend points twice', { timeout: TIMEOUT_MS }, async () => {
  const rig = await startTwoServerRig({ mutant: 'no lock of the customer' })
  const isSpentTwice = async () => (await spendAtOnce(rig, await givenMugs(rig))) > 1
  expect(await showsWithinTries(isSpentTwice)).toBe(true)
  expect((await selectViolations(rig.db)).map(({ rule }) => rule)).toContain('a balance of points is never negative')
})
