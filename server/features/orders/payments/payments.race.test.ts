import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import type { Sighting } from '#server/gateways/payments/provider.ts'
import { counts, TIMEOUT_MS } from '#server/promises/counts.ts'
import { seededRandomFor } from '#server/promises/seeded-random.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { openPayingShop, type PayingShop } from '#server/testing/paying-shop.ts'
import { race } from '#server/testing/race.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { applySighting } from './apply-sighting.ts'
import { endByHand } from './end-by-hand.ts'
import { lookAtPayment } from './look-at-payment.ts'
import { nextLookNumber } from './payment-looks.sql.ts'
import { selectPayment } from './payments.sql.ts'

const SEATS = 16
const REPEATED = { repeats: counts.paymentRaces - 1, timeout: TIMEOUT_MS }
const PRICE = 4_550

let shop: PayingShop
let admin: UserId

beforeAll(async () => {
  shop = await openPayingShop()
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterEach(() => shop.endTest())
afterAll(() => shop.close())

const reserve = (as: UserId, { showId }: Show, seat: number | undefined) =>
  shop.ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [seat] } })

type Paying = { customer: UserId; id: PaymentId; key: string; seat: number }

/** Reserves seats of a show, each for another customer, who starts to pay. */
const givenPayments = (show: Show): Promise<Paying[]> =>
  race(show.seatIds.length, async (index) => {
    const seat = show.seatIds[index] ?? 0
    const { ada, id, key } = await shop.givenOpenPayment({ show, places: [seat] })
    return { customer: ada, id, key, seat }
  })

const look = (id: PaymentId) => lookAtPayment(shop.context, id, { timeoutMs: 20_000, cause: 'race' })

/** Reads what became of payments: of how many the money was taken, and how many bought their places. */
async function outcomeOf(payments: readonly Paying[]) {
  const ids = payments.map(({ id }) => id)
  const { rows } = await sql<{ taken: number; sold: number; returned: number }>`
    select count(*) filter (where payments.state = 'TAKEN') as taken, count(invoice_id) as sold,
      count(*) filter (where exists (
        select from refunds where payment_id = payments.id and reason = 'LATE' and refunds.amount = payments.amount)
      ) as returned
    from payments join pending_orders on pending_orders.id = pending_order_id
    where payments.id = any (${ids}::int[])`.execute(shop.db)
  const ledger = new Map((await shop.stripe.ledger()).map((payment) => [payment.payment, payment]))
  const sum = (of: 'taken' | 'refunded') => payments.reduce((total, { key }) => total + (ledger.get(key)?.[of] ?? 0), 0)
  return { ...rows[0], money: sum('taken') - sum('refunded') }
}

test('writes one invoice for looks and events that learn of the money at once', REPEATED, async () => {
  const [payment] = await givenPayments(await givenShow(shop.db, { seats: 1, price: PRICE }))
  if (!payment) throw new Error('No payment was started.')
  await shop.stripe.pay(payment.key)
  await race(20, () => look(payment.id))
  expect(await outcomeOf([payment])).toMatchObject({ taken: 1, sold: 1, money: PRICE })
  const mails = (await doJobs(shop)).filter(({ subject }) => /invoice|order/i.test(subject))
  expect(mails).toHaveLength(1)
})

/** Edits the name of a show, or publishes its event again, until `isOver`. Returns the status of each edit. */
async function editMeanwhile({ showId }: Show, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  while (!isOver()) {
    const show = (await shop.ask('GET', `/admin/shows/${showId}`, { as: admin })).json()
    const { startTime, endTime, price, artist, location, seatingPlan, version } = show
    const ids = { artistId: artist.id, locationId: location.id, seatingPlanId: seatingPlan.id }
    const body = { name: `Edited ${statuses.length}`, startTime, endTime, price, ...ids, version, isConfirmed: true }
    statuses.push((await shop.ask('PUT', `/admin/shows/${showId}`, { as: admin, body })).statusCode)
    const event = (await shop.ask('GET', `/admin/events/${show.event.id}`, { as: admin })).json()
    const publication = { version: event.version, isPublished: true }
    const path = `/admin/events/${show.event.id}/publication`
    statuses.push((await shop.ask('PUT', path, { as: admin, body: publication })).statusCode)
  }
  return statuses
}

const countDeadlocks = async () => {
  const { rows } = await sql<{ deadlocks: number }>`
    select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database where datname = current_database()
  `.execute(shop.owner)
  return rows[0]?.deadlocks
}

test('lets customers begin to pay for a show that is being edited, without a deadlock', REPEATED, async () => {
  const before = await countDeadlocks()
  for (let round = 0; round < 4; round += 1) {
    const show = await givenShow(shop.db, { seats: SEATS, price: PRICE })
    let isOver = false
    const edits = editMeanwhile(show, () => isOver)
    const payments = await givenPayments(show)
    isOver = true
    expect(new Set(await edits)).toEqual(new Set([200]))
    expect(payments).toHaveLength(SEATS)
  }
  expect(await countDeadlocks()).toBe(before)
})

test('sells no place to another while its customer may still pay', REPEATED, async () => {
  const show = await givenShow(shop.db, { seats: SEATS, price: PRICE })
  const payments = await givenPayments(show)
  await sql`update payments set pay_until = shop_now() where state = 'OPEN'`.execute(shop.owner)
  await sql`update pending_order_items set reserved_until = shop_now()`.execute(shop.owner)
  const rivals = race(SEATS, async (index): Promise<number> => {
    const rival = await givenUser(shop.db)
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if ((await reserve(rival, show, show.seatIds[index])).statusCode === 201) return 1
    }
    return 0
  })
  await Promise.all([
    ...payments.map(({ key }, index) => (index % 2 === 0 ? shop.stripe.pay(key).catch(() => false) : undefined)),
    ...payments.flatMap(({ id }) => [look(id), look(id)]),
  ])
  const won = (await rivals).reduce((sum, one) => sum + one, 0)
  const { taken = 0, sold, money } = await outcomeOf(payments)
  expect({ sold, money }).toEqual({ sold: taken, money: taken * PRICE })
  expect(won).toBeLessThanOrEqual(SEATS - taken)
})

test('books late money if its place is still free, else returns all of it', REPEATED, async () => {
  const show = await givenShow(shop.db, { seats: SEATS, price: PRICE })
  const payments = await givenPayments(show)
  await Promise.all(payments.map(({ key }) => shop.stripe.pay(key)))
  await sql`update pending_order_items set reserved_until = shop_now()`.execute(shop.owner)
  const release = { by: admin, reason: 'Stripe is silent.', action: 'RELEASED' } as const
  for (const { id } of payments) await endByHand(shop.context, { id, ...release })
  const rival = async (seat: number | undefined) => (await reserve(await givenUser(shop.db), show, seat)).statusCode
  const [sooner, same] = [show.seatIds.slice(0, SEATS / 4), show.seatIds.slice(SEATS / 4, SEATS / 2)]
  const first = await Promise.all(sooner.map(rival))
  const [others] = await Promise.all([
    Promise.all(same.map(rival)),
    ...payments.flatMap(({ id }) => [look(id), look(id)]),
  ])
  const lost = [...first, ...others].filter((status) => status === 201).length
  expect(lost).toBeGreaterThanOrEqual(SEATS / 4)
  await shop.sendAllRefunds()
  expect(await outcomeOf(payments)).toEqual({
    taken: SEATS,
    sold: SEATS - lost,
    returned: lost,
    money: (SEATS - lost) * PRICE,
  })
})

test('refunds the tickets of one order once each, in parallel', REPEATED, async () => {
  const show = await givenShow(shop.db, { seats: SEATS, price: PRICE })
  const { ada: customer, id, key, ticketIds } = await shop.givenOpenPayment({ show, places: show.seatIds })
  const payment = { customer, id, key, seat: 0 }
  await shop.stripe.pay(payment.key)
  await look(id)
  const refunded = ticketIds.slice(0, 10)
  const replies = await race(40, (index) =>
    shop.ask('PUT', `/tickets/${refunded[index % refunded.length]}/cancelation`, { as: customer }),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await Promise.all([doJobs(shop), doJobs(shop)])
  await shop.sendAllRefunds()
  expect(await outcomeOf([payment])).toMatchObject({ money: (SEATS - refunded.length) * PRICE })
})

/** A paid ticket whose refund was sent, paid and returned by the bank, between a dispute that was opened and won. */
async function givenStory() {
  const { ada, id, key, ticketIds } = await shop.givenOpenPayment()
  const [provider] = shop.context.providers
  const seen: { number: number; sighting: Sighting }[] = []
  const see = async () => {
    const number = await nextLookNumber(shop.db)
    const payment = await selectPayment(shop.db, id)
    if (!provider || !payment?.ref) throw new Error('The payment is not open.')
    seen.push({ number, sighting: await provider.look(payment.ref, 20_000) })
  }
  await see()
  await shop.stripe.pay(key)
  await see()
  await look(id)
  await shop.ask('PUT', `/tickets/${ticketIds[0]}/cancelation`, { as: ada })
  await shop.stripe.set({ newRefunds: 'pending' })
  await doJobs(shop)
  await shop.stripe.set({ newRefunds: 'succeeded' })
  await see()
  const [refund] = (await shop.ledgerOf(id))?.refunds ?? []
  const dispute = await shop.stripe.dispute(key, { amount: PRICE })
  await see()
  await shop.stripe.endRefund(refund?.ref ?? '', 'succeeded')
  await see()
  await shop.stripe.endDispute(dispute, 'won')
  await see()
  await shop.stripe.endRefund(refund?.ref ?? '', 'failed')
  await see()
  return { id, seen }
}

test('ends in the same state for every order of looks, doubled and lost ones included', REPEATED, async () => {
  const random = seededRandomFor('orders of looks')('looks')
  const { id, seen } = await givenStory()
  const kept = seen.filter((_, index) => index === seen.length - 1 || random.share() < 0.7)
  const order = [...kept, ...kept.filter(() => random.share() < 0.3)]
    .map((look) => ({ look, at: random.share() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ look }) => look)
  for (const learned of order) await applySighting(shop.context, id, { ...learned, cause: 'race' })
  const { rows } = await sql`
    select payments.state, refunds.state as refund, disputes.state as dispute
    from payments join refunds on refunds.payment_id = payments.id
    left join disputes on disputes.payment_id = payments.id where payments.id = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ state: 'TAKEN', refund: 'FAILED', dispute: 'WON' }])
})
