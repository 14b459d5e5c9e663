import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { doJobs } from '#server/testing/jobs.ts'
import { type MollieStandIn, startMollieStandIn } from '#server/testing/mollie-stand-in/start.ts'
import { openShopPayingAt } from '#server/testing/paying-shop.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { isProving } from '#server/testing/proving.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'

const TICKETS = 4
const MUG = 1_290
const STEPS = 24
/** Begins no further step after that. */
const BUDGET_MS = isProving ? 60_000 : 5_000
/** Mollie refuses two equal refunds within an hour. */
const HOUR_MS = 3_600_000

let mollie: MollieStandIn
let shop: Awaited<ReturnType<typeof openShopPayingAt<Awaited<ReturnType<MollieStandIn['ledger']>>[number]>>>
let admin: UserId

beforeAll(async () => {
  mollie = await startMollieStandIn()
  shop = await openShopPayingAt('mollie', mollie)
  admin = await givenUser(shop.db, { isAdmin: true })
})
afterAll(() => shop.close())

type Kind = 'refund' | 'cancel show' | 'fail' | 'retry' | 'by-hand' | 'charge back' | 'end' | 'reverse' | 'reverse all'
/** The steps, as often as they are tried. */
const KINDS: readonly Kind[] = [
  ...(['refund', 'refund', 'refund', 'cancel show', 'fail', 'fail', 'fail', 'retry', 'by-hand'] as const),
  ...(['charge back', 'charge back', 'charge back', 'end', 'end', 'end', 'end', 'reverse'] as const),
]
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  choice: fc.nat({ max: 255 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const ALL_WON: Step = { kind: 'reverse all', choice: 0 }

const sequence = fc.record({
  prices: fc.array(fc.integer({ min: 100, max: 20_000 }), { minLength: TICKETS, maxLength: TICKETS }),
  steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
})

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(items.length, 1)]
const sumOf = (items: readonly { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0)

/** A customer with a paid order of tickets, each of a show of its own, and of two mugs. */
async function givenPaid(prices: readonly number[]) {
  const ada = await givenUser(shop.db)
  const shows = []
  const ticketIds: number[] = []
  for (const price of prices) {
    const show = await givenShow(shop.db, { price, seats: 1 })
    shows.push(show.showId)
    ticketIds.push(...(await shop.reserve(ada, show, show.seatIds)))
  }
  const merchandiseIds = [await shop.putInCart(ada, await givenProduct(shop.db, { price: MUG, stock: 2 }), 2)]
  const id: PaymentId = (await shop.start(ada, { ticketIds, merchandiseIds })).json().id
  const key = await shop.keyOf(id)
  await mollie.pay(key)
  await shop.look(ada, id)
  const total = prices.reduce((sum, price) => sum + price, 2 * MUG)
  return { ada, id, key, shows, ticketIds, total }
}
type Paid = Awaited<ReturnType<typeof givenPaid>>

const lookAsAdmin = async (id: PaymentId) =>
  (await shop.ask('POST', `/admin/payments/${id}/look`, { as: admin })).json()
type Item = { id: number; price: number; quantity: number }
type Dispute = { ref: string; state: string; endedAt: string | null; left: number; amount: number }
type Refund = { id: number; ref: string; state: string; amount: number; failure: string | null }
const isPaidBy = ({ state, failure }: Refund, by: string) => state === 'BY_HAND' && (failure ?? '').startsWith(by)

/** Sums the money that went back of a payment: by refunds, by the bank, and by hand. */
async function backOf(id: PaymentId): Promise<number> {
  const { refunded = 0, chargedBack = 0 } = (await shop.ledgerOf(id)) ?? {}
  const { refunds } = await lookAsAdmin(id)
  const byHand = (refund: Refund) => refund.state === 'BY_HAND' && !isPaidBy(refund, 'Paid by dispute ')
  return refunded + chargedBack + sumOf(refunds.filter(byHand))
}

/** Does a step. Returns false if it is not possible. */
async function act({ ada, id, key, shows, ticketIds }: Paid, { kind, choice: at }: Step): Promise<boolean> {
  const ask = async (method: 'POST' | 'PUT', path: string, as: UserId, body?: object) => {
    const { statusCode } = await shop.ask(method, path, { as, ...(body && { body }) })
    expect(statusCode).toBeLessThan(500)
    return statusCode < 300
  }
  const seen = await lookAsAdmin(id)
  const refunds: Refund[] = seen.refunds
  const lost: Dispute[] = seen.disputes.filter(({ state }: Dispute) => state === 'LOST')
  switch (kind) {
    case 'refund':
      return ask('PUT', `/tickets/${pick(ticketIds, at)}/cancelation`, ada)
    case 'cancel show':
      return ask('POST', `/admin/shows/${pick(shows, at)}/cancellation`, admin, { reason: 'Fire.' })
    case 'fail': {
      const sent = refunds.filter(({ state }) => state === 'DONE')
      const refund = pick(sent, at)
      if (refund) await mollie.endRefund(refund.ref, 'failed')
      return refund !== undefined
    }
    case 'retry':
    case 'by-hand': {
      const failed = refunds.filter(({ state }) => state === 'FAILED')
      const refund = pick(failed, at)
      return refund !== undefined && ask('POST', `/admin/refunds/${refund.id}/${kind}`, admin, { reason: 'Asked.' })
    }
    case 'charge back': {
      const { chargedBack = 0, taken = 0 } = (await shop.ledgerOf(id)) ?? {}
      // Small ones are as likely as large ones.
      const amount = Math.ceil(((taken - chargedBack) * 0.7) / 2 ** (at % 6))
      if (amount > 0) await mollie.chargeBack(key, amount)
      return amount > 0
    }
    case 'end': {
      const dispute = pick(
        lost.filter(({ endedAt }) => endedAt === null),
        at,
      )
      if (!dispute) return false
      const { itemIds, refundIds } = chosenOf(seen, dispute.left, at)
      const body = { ref: dispute.ref, reason: 'Lost.', itemIds, refundIds }
      expect(await ask('POST', `/admin/payments/${id}/lost-dispute`, admin, body)).toBe(true)
      return true
    }
    case 'reverse': {
      const dispute = pick(lost, at)
      if (dispute) await mollie.reverse(key, dispute.ref)
      return dispute !== undefined
    }
    case 'reverse all':
      await mollie.reverse(key)
      return true
  }
}

/** Chooses items and waiting refunds for the end of a dispute, up to what was taken, or nothing. */
function chosenOf(seen: { items: Item[]; refunds: Refund[] }, taken: number, bits: number) {
  let left = taken
  const take = (cost: number, index: number) => {
    const isTaken = bits % 2 === 0 && (bits >> index) % 4 > 0 && cost <= left
    if (isTaken) left -= cost
    return isTaken
  }
  const waiting = seen.refunds.filter(({ state }) => state === 'DUE' || state === 'FAILED')
  const refundIds = waiting.filter(({ amount }, index) => take(amount, index)).map((refund) => refund.id)
  const items = seen.items.filter(({ price, quantity }, index) => take(price * quantity, index + 3))
  return { refundIds, itemIds: items.map((item) => item.id) }
}

/** Sends all refunds that do not wait for the end of a dispute. */
async function sendRefunds(id: PaymentId): Promise<void> {
  await lookAsAdmin(id)
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(shop.owner)
  await doJobs(shop)
}

/** Reads the refund invoices of a payment with their refunds. `isLost`: a lost dispute paid the rest. */
async function cancelInvoicesOf(id: PaymentId) {
  const { rows } = await sql<{ total: number; amount: number; isLost: boolean }>`
    select cancel.total, (select coalesce(sum(amount), 0) from refunds where cancel_invoice_id = cancel.id) as amount,
      exists (select from disputes where cancel_invoice_id = cancel.id and state = 'LOST') as "isLost"
    from payments
    join pending_orders on pending_orders.id = payments.pending_order_id
    join invoices cancel on cancel.cancels_invoice_id = pending_orders.invoice_id
    where payments.id = ${id}`.execute(shop.db)
  return rows.map(({ total, amount, isLost }) => ({ total: Number(total), amount: Number(amount), isLost }))
}

/** Expects shares within their invoices and disputes, and all that was cancelled to go back, once. */
async function expectExactShares(id: PaymentId): Promise<void> {
  const { disputes, refunds } = await lookAsAdmin(id)
  for (const { total, amount, isLost } of await cancelInvoicesOf(id)) {
    expect(amount).toBeLessThanOrEqual(total)
    if (!isLost) expect(amount).toBe(total)
  }
  for (const { ref, amount, state } of disputes as Dispute[]) {
    const paid = (refunds as Refund[]).filter((refund) => isPaidBy(refund, `Paid by dispute ${ref}.`))
    expect(sumOf(paid)).toBeLessThanOrEqual(state === 'WON' ? 0 : amount)
  }
}

test(
  'sends back what was cancelled and no more than came, after random refunds, failures and disputes',
  { timeout: BUDGET_MS + 60_000 },
  async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
    const until = Date.now() + BUDGET_MS
    let clockAheadMs = 0
    let done = 0
    let stepsDone = 0
    for (const { prices, steps } of fc.sample(sequence, { seed, numRuns: 1_000 })) {
      if (Date.now() > until) break
      const paid = await givenPaid(prices)
      const label = `seed ${seed}, sequence ${done}`
      let back = 0
      for (const [index, one] of [...steps, ALL_WON].entries()) {
        try {
          if (one !== ALL_WON && Date.now() > until) continue
          await mollie.set({ clockAheadMs: (clockAheadMs += 2 * HOUR_MS) })
          if (!(await act(paid, one))) continue
          stepsDone += 1
          await sendRefunds(paid.id)
          const before = back
          back = await backOf(paid.id)
          if (one.kind !== 'charge back' && back > before) expect(back).toBeLessThanOrEqual(paid.total)
          await expectExactShares(paid.id)
          await expectCleanBooks(shop.db)
        } catch (error) {
          throw new Error(`${label}: ${JSON.stringify({ prices, steps: steps.slice(0, index + 1) })}`, { cause: error })
        }
      }
      done += 1
    }
    process.stdout.write(`random disputes: SEED=${seed}, ${done} sequences, ${stepsDone} steps\n`)
  },
)
