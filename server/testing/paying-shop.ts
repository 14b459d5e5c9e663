import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { readSettings } from '#server/settings/env.ts'
import { providersOf } from '#server/gateways/payments/providers-of.ts'
import { shiftClock } from './clock.sql.ts'
import { doJobs } from './jobs.ts'
import { cartCall } from './cart-call.ts'
import { expectCleanBooks } from './race.ts'
import { openTestShop } from './shop.ts'
import { startStripeStandIn } from './stripe-stand-in/start.ts'
import { givenShow, givenUser, type Show } from './test-data.ts'

export const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Łukasz', address: 'Ring 1, 1010 Wien' }

export type PayingShop = Awaited<ReturnType<typeof openPayingShop>>

/** Opens a test shop whose customers pay at a stand-in of Stripe, with further settings. */
export async function openPayingShop(further: Record<string, string> = {}) {
  const stripe = await startStripeStandIn()
  const settings = { ...stripe.settings, ...further }
  return { ...(await openShopPayingAt('stripe', { ...stripe, settings })), stripe }
}

/** The calls of a stand-in that the helpers use. */
type StandIn<Entry> = {
  settings: Record<string, string>
  setFaults: (faults: readonly []) => Promise<void>
  ledger: () => Promise<Entry[]>
  stop: () => Promise<void>
}

/** Opens a test shop whose customers pay at the stand-in of a provider. */
export async function openShopPayingAt<Entry extends { payment: string | undefined }>(
  method: string,
  standIn: StandIn<Entry>,
) {
  const shop = await openTestShop(standIn.settings, await providersOf(readSettings(standIn.settings)))
  const { ask, owner, db } = shop

  /** Reserves places and returns the ids of their tickets. */
  async function reserve(as: UserId, show: Show, places: readonly (number | undefined)[]): Promise<number[]> {
    const reply = await ask('POST', '/tickets', {
      as,
      body: { eventShowId: show.showId, seatingPlanPlaceIds: places },
    })
    return reply.json().elements.map(({ id }: { id: number }) => id)
  }

  /** Starts to pay for tickets and lines of the cart. */
  function start(as: UserId, items: object, headers: Record<string, string> = {}) {
    const body = { userPaymentInfoDto, paymentType: 'VISA', method, ...items }
    return ask('POST', '/payments', { as, body, headers })
  }

  /** Asks the provider about a payment as its customer, and returns the payment. */
  async function look(as: UserId, id: PaymentId) {
    await sql`update payments set asked_at = null where id = ${id}`.execute(owner)
    return (await ask('POST', `/payments/${id}/look`, { as })).json()
  }

  /** Returns the key by which the provider knows a payment. */
  async function keyOf(id: PaymentId): Promise<string> {
    const { rows } = await sql<{ key: string }>`select key from payments where id = ${id}`.execute(db)
    return rows[0]?.key ?? ''
  }

  /** Returns a payment from the provider's books. */
  async function ledgerOf(id: PaymentId) {
    const key = await keyOf(id)
    return (await standIn.ledger()).find(({ payment }) => payment === key)
  }

  /** Creates a customer whose payment of reserved places is open. Without a show, of a seat and a standing place. */
  async function givenOpenPayment(of?: { show: Show; places: readonly (number | undefined)[]; at?: string }) {
    const ada = await givenUser(db)
    const show = of?.show ?? (await givenShow(db, { price: 4_550 }))
    const ticketIds = await reserve(ada, show, of?.places ?? [show.seatIds[0], show.standingPlaceId])
    const id: PaymentId = (await start(ada, { ticketIds, method: of?.at ?? method })).json().id
    return { ada, show, ticketIds, id, key: await keyOf(id) }
  }

  /** Runs the jobs that the scheduler would enqueue each minute. */
  async function sweep(): Promise<void> {
    await sql`select from graphile_worker.add_job('sweep-payments')`.execute(owner)
    await doJobs(shop)
  }

  /** Does jobs until no refund is due, also those that wait for another try. */
  async function sendAllRefunds(): Promise<void> {
    const countDue = async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(owner)
      await doJobs(shop)
      return (await sql`select from refunds where state in ('DUE', 'SENT')`.execute(db)).rows.length
    }
    await expect.poll(countDue, { timeout: 60_000 }).toBe(0)
  }

  /** Ends faults and shifts of the clock. Expects an audit without violations. Called after each test. */
  async function endTest(): Promise<void> {
    await standIn.setFaults([])
    await shiftClock(owner, '0')
    await expectCleanBooks(db)
  }

  async function close(): Promise<void> {
    await shop.close()
    await standIn.stop()
  }

  const steps = { reserve, putInCart: cartCall(() => shop), start, look, keyOf, ledgerOf, givenOpenPayment }
  return { ...shop, ...steps, sweep, sendAllRefunds, endTest, close }
}
