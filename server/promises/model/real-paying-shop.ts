import { Stripe } from 'stripe'
import { expect } from 'vitest'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { shiftClock } from '#server/testing/clock.sql.ts'
import { doJobs } from '#server/testing/jobs.ts'
import type { PayingShop } from '#server/testing/paying-shop.ts'
import { givenProduct, givenShow, givenUser } from '#server/testing/test-data.ts'
import { runWaitingJobs } from '../paying-books.sql.ts'
import { selectPaymentState } from './payment-state.sql.ts'
import { GIFT, type ModelPayment, MUG_POINTS, MUGS, PaymentModel, PRICE } from './payment-model.ts'

const SEATS = 4

/** A shop in this process, whose customers pay at a stand-in of Stripe, as the commands of a payment run use it. */
export class RealPayingShop {
  readonly shop: PayingShop
  readonly admin: UserId
  #events = 0

  constructor(shop: PayingShop, admin: UserId) {
    this.shop = shop
    this.admin = admin
  }

  /** Begins a run with a new show, product and customers. */
  async begin(): Promise<PaymentModel> {
    const { db, stripe } = this.shop
    await stripe.set({ newRefunds: 'pending' })
    await this.setClock(0)
    const show = await givenShow(db, { price: PRICE, seats: SEATS, startsIn: '10 days' })
    const mugId = await givenProduct(db, { points: MUG_POINTS, stock: MUGS, itemsPerCustomer: 1_000 })
    const customers = [await givenUser(db, { points: GIFT }), await givenUser(db, { points: GIFT })]
    return new PaymentModel({ customers, showId: show.showId, placeIds: show.seatIds, mugId })
  }

  /** Sets the shop's clock to a number of minutes after the run began. */
  async setClock(minutes: number): Promise<void> {
    await shiftClock(this.shop.owner, `${minutes} minutes`)
  }

  ask(as: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    return this.shop.ask(method, path, { as: as as UserId, ...(body === undefined ? {} : { body }) })
  }

  look({ owner, id }: ModelPayment) {
    return this.shop.look(owner as UserId, id as PaymentId)
  }

  /** Does all jobs, also those that wait for their time. */
  async doAllJobs(): Promise<void> {
    await runWaitingJobs(this.shop.owner)
    await doJobs(this.shop)
  }

  /** Delivers an event of the provider, some times. Returns the statuses of the answers. */
  async deliverEvent(payment: ModelPayment, times: number): Promise<number[]> {
    const { shop } = this
    const session = (await shop.stripe.ledger()).find(({ payment: key }) => key === payment.key)?.session
    this.#events += 1
    const body = {
      ...{ id: `evt_model_${this.#events}`, object: 'event', type: 'checkout.session.completed' },
      data: { object: { id: session, object: 'checkout.session' } },
    }
    const secret = shop.stripe.settings['STRIPE_WEBHOOK_SECRET'] ?? ''
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(body), secret })
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      const reply = await shop.ask('POST', '/payments/stripe/events', {
        body,
        headers: { 'stripe-signature': signature },
      })
      statuses.push(reply.statusCode)
    }
    return statuses
  }

  /** Empties the cart of what an ended payment left in it. */
  async removeLines(customer: number): Promise<void> {
    const { merchandisePurchases } = (await this.ask(customer, 'GET', '/carts')).json()
    for (const { id } of merchandisePurchases) await this.ask(customer, 'DELETE', `/merchandise/purchases/${id}`)
  }

  /** Reads a payment as the desk shows it. */
  async paymentAtDesk({ id }: ModelPayment) {
    return (await this.ask(this.admin, 'GET', `/admin/payments/${id}`)).json()
  }

  /** Learns the ids of the tickets that late money bought. */
  async nameNewTickets({ owner, tickets }: ModelPayment): Promise<void> {
    const { elements } = (await this.ask(owner, 'GET', '/users/tickets?pageSize=100')).json()
    for (const ticket of tickets) {
      const bought = elements.find(
        (one: { placeId: number; ticketState: string }) =>
          one.placeId === ticket.placeId && one.ticketState === 'BOUGHT',
      )
      expect(bought).toBeDefined()
      ticket.id = bought.id
    }
  }

  /**
   * Lets the shop see what has happened at the provider, and notes failed refunds as paid by hand. A dispute that
   * blocks them is decided for the shop first. A later run, which sets the clock back, would see it otherwise, and book
   * late money in the past of what its customer has spent since.
   */
  async settle({ payments }: PaymentModel): Promise<void> {
    for (const payment of payments) {
      const look = () => this.ask(this.admin, 'POST', `/admin/payments/${payment.id}/look`)
      await look()
      const { disputes } = await this.paymentAtDesk(payment)
      for (const { ref } of disputes) await this.shop.stripe.endDispute(ref, 'won')
      await look()
      const { refunds } = await this.paymentAtDesk(payment)
      for (const { id } of refunds.filter(({ state }: { state: string }) => state === 'FAILED')) {
        const reply = await this.ask(this.admin, 'POST', `/admin/refunds/${id}/by-hand`, { reason: 'Transfer 17' })
        expect(reply.statusCode).toBe(200)
      }
    }
  }

  /** Reads everything that the model predicts, as sorted lines. */
  async state(model: PaymentModel): Promise<string[]> {
    const { db, stripe } = this.shop
    const lines = await selectPaymentState(db, { ...model, paymentIds: model.payments.map(({ id }) => id) })
    const keys = new Map(model.payments.map(({ key, id }) => [key, id]))
    const ledger = (await stripe.ledger()).flatMap(({ payment: key = '', taken, refunded }) =>
      keys.has(key) ? [`provider of ${keys.get(key)}: ${taken}, ${refunded} back`] : [],
    )
    return [...lines, ...ledger].toSorted()
  }
}

/** Writes the state of the model in the same form. */
export function stateOf({ payments, tickets, stock, points }: PaymentModel): string[] {
  const flag = (value: boolean) => (value ? 't' : 'f')
  return [
    ...payments.flatMap(({ id, state, isSold, refunds, bank, total }) => {
      const back = refunds.filter((refund) => refund.bank === 'SENT' || refund.bank === 'DONE')
      const refunded = back.reduce((sum, { amount }) => sum + amount, 0)
      return [
        `payment ${id}: ${state}, invoice ${flag(isSold)}`,
        ...refunds.map(({ reason, amount, state: known }) => `refund of ${id}: ${reason} of ${amount}, ${known}`),
        `provider of ${id}: ${bank === 'TAKEN' ? total : 0}, ${refunded} back`,
      ]
    }),
    ...tickets
      .filter(({ state }) => state !== 'GONE')
      .map(({ placeId, owner, state, payment }) => {
        return `place ${placeId} of ${owner}: ${state}, being paid ${flag(payment !== undefined)}`
      }),
    `stock ${stock}`,
    ...Array.from(points, ([owner, balance]) => `points of ${owner}: ${balance}`),
  ].toSorted()
}
