import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { selectViolations } from '#server/db/audit.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { type Buyer, givenBuyer } from '#server/promises/buyers.ts'
import type { StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { type Measurement, measure } from '../shared/measure.ts'

const AT_ONCE = 16
const WAITING_AT_ONCE = 4
/** Fewer than a customer may open without a pause. */
const PAYMENTS_OF_CUSTOMER = 20
const READ_AGAIN_MS = 50
/** A busy shop refuses requests, which customers send again. */
const BUSY = 503
const TRY_AGAIN_MS = 250
const MOST_TRIES = 40
/** The seconds after which the page of a payment asks the provider, one after the other. */
const ASKED_AFTER_MS = [1_000, 1_000, 2_000, 3_000, 5_000]

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

type Setting = { db: Db; url: string; stripe: StripeStandIn }
type Started = { buyer: Buyer; id: number; session: string }

/** Customers at addresses of their own, who buy places of one show. */
export class PayingCustomers {
  readonly #setting: Setting
  readonly #show: Show
  readonly #buyers: readonly Buyer[]
  #turn = 0
  readonly #admin: Buyer

  private constructor(setting: Setting, show: Show, buyers: readonly Buyer[], admin: Buyer) {
    this.#setting = setting
    this.#show = show
    this.#buyers = buyers
    this.#admin = admin
  }

  /** Creates enough customers for this many payments. */
  static async open(setting: Setting, payments = 0): Promise<PayingCustomers> {
    const { db } = setting
    const buyers: Buyer[] = []
    const count = Math.max(AT_ONCE, Math.ceil(payments / PAYMENTS_OF_CUSTOMER))
    while (buyers.length < count) buyers.push(await givenBuyer(db, await givenUser(db)))
    const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
    return new PayingCustomers(setting, await givenShow(db, { standing: 1_000_000 }), buyers, admin)
  }

  /** Measures orders whose payment is simulated. */
  orderSimulated(times: number): Promise<Measurement> {
    return measure('simulated', { times, atOnce: AT_ONCE }, async () => {
      const buyer = this.#buyer()
      const ticketIds = await this.#reserve(buyer, this.#show)
      await this.#send(buyer, 'POST', '/orders', { userPaymentInfoDto, paymentType: 'VISA', ticketIds })
    })
  }

  /** Measures orders that are paid at the provider, until the customer's page has the invoice. */
  payOrders(times: number): Promise<Measurement> {
    return measure('paid at the provider', { times, atOnce: AT_ONCE }, async () => {
      await this.#payAndLook(await this.#start(this.#buyer(), this.#show))
    })
  }

  /** Measures the time from the payment at the provider until the customer's page shows its end. */
  async waitForTickets(name: string, times: number): Promise<Measurement> {
    const started: Started[] = []
    await measure('started', { times, atOnce: AT_ONCE }, async () => {
      started.push(await this.#start(this.#buyer(), this.#show))
    })
    return measure(name, { times, atOnce: WAITING_AT_ONCE }, async (index) => {
      const payment = started[index] as Started
      await this.#setting.stripe.pay(payment.session)
      const isOver = new AbortController()
      const asking = this.#askLikeThePage(payment, isOver.signal)
      while (!(await this.#isTaken(payment, 'GET', ''))) await wait(READ_AGAIN_MS)
      isOver.abort()
      await asking
    })
  }

  /** Sells a show, cancels it, and measures the seconds until all payments are paid back. */
  async refundShow(payments: number): Promise<{ seconds: number; violations: number }> {
    const { db } = this.#setting
    const show = await givenShow(db, { standing: payments })
    await measure('payments', { times: payments, atOnce: AT_ONCE }, async () => {
      await this.#payAndLook(await this.#start(this.#buyer(), show))
    })
    const begin = performance.now()
    await this.#send(this.#admin, 'POST', `/admin/shows/${show.showId}/cancellation`, { reason: 'Fire.' })
    while ((await countPaidBack(db, show)) < payments) await wait(200)
    return { seconds: (performance.now() - begin) / 1_000, violations: (await selectViolations(db)).length }
  }

  #buyer(): Buyer {
    this.#turn += 1
    return this.#buyers[this.#turn % this.#buyers.length] as Buyer
  }

  async #send(buyer: Buyer, method: string, path: string, body?: object) {
    const ask = () => buyer.send(this.#setting.url, method, path, body === undefined ? {} : { body })
    let answer = await ask()
    for (let tries = 1; answer.status === BUSY && tries < MOST_TRIES; tries += 1) {
      await wait(TRY_AGAIN_MS)
      answer = await ask()
    }
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }

  async #reserve(buyer: Buyer, { showId, standingPlaceId }: Show): Promise<number[]> {
    const wish = { eventShowId: showId, seatingPlanPlaceIds: [standingPlaceId] }
    const { elements } = await this.#send(buyer, 'POST', '/tickets', wish)
    return elements.map(({ id }: { id: number }) => id)
  }

  async #start(buyer: Buyer, show: Show): Promise<Started> {
    const ticketIds = await this.#reserve(buyer, show)
    const order = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds }
    const { id, redirectUrl } = await this.#send(buyer, 'POST', '/payments', order)
    return { buyer, id, session: String(redirectUrl).split('/').at(-1)?.split(/[?#]/)[0] ?? '' }
  }

  async #payAndLook(payment: Started): Promise<void> {
    await this.#setting.stripe.pay(payment.session)
    if (!(await this.#isTaken(payment, 'POST', '/look'))) throw new Error(`Payment ${payment.id} was not taken.`)
  }

  async #isTaken({ buyer, id }: Started, method: string, path: string): Promise<boolean> {
    return (await this.#send(buyer, method, `/payments/${id}${path}`)).state === 'TAKEN'
  }

  async #askLikeThePage(payment: Started, signal: AbortSignal): Promise<void> {
    for (const delay of ASKED_AFTER_MS) {
      await wait(delay, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || (await this.#isTaken(payment, 'POST', '/look'))) return
    }
  }
}

async function countPaidBack(db: Db, { showId }: Show): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct refunds.id)::int as count from refunds
    join payments on payments.id = payment_id
    join pending_order_items item using (pending_order_id)
    where event_show_id = ${showId} and refunds.state = 'DONE'`.execute(db)
  return rows[0]?.count ?? 0
}
