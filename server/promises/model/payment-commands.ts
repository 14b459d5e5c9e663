import fc from 'fast-check'
import { expect } from 'vitest'
import { userPaymentInfoDto } from '#server/testing/paying-shop.ts'
import { bankCommands } from './bank-commands.ts'
import { command, ofPayment, resolvePayment, resolveRefund } from './choose-payment.ts'
import { index, itemAt } from './command.ts'
import {
  isBlocked,
  isRefusedByBank,
  type ModelPayment,
  MUG_POINTS,
  PAYMENT_MINUTES,
  type PaymentModel,
  PRICE,
} from './payment-model.ts'
import { updatePrice } from './payment-state.sql.ts'
import type { RealPayingShop } from './real-paying-shop.ts'

/** Lets the model look at a payment as the shop did. Late money may have bought new tickets. */
async function lookInModel(model: PaymentModel, real: RealPayingShop, payment: ModelPayment, isGivenUp = false) {
  model.look(payment, isGivenUp)
  if (payment.isSold && payment.tickets.some(({ id }) => id === 0)) await real.nameNewTickets(payment)
}

const viewOf = ({ state, isSold, id }: ModelPayment) => ({ id, state, hasInvoice: isSold })
const seen = ({ id, state, invoiceId }: { id: number; state: string; invoiceId: number | null }) => ({
  ...{ id, state, hasInvoice: invoiceId !== null },
})

const RESERVED_BODY = (model: PaymentModel, placeIds: readonly number[]) => ({
  ...{ eventShowId: model.showId, seatingPlanPlaceIds: placeIds },
})

export const paymentCommands = [
  command(
    'start a payment',
    fc.record({
      customer: index,
      places: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }),
      mugs: fc.nat({ max: 2 }),
      mugsForPoints: fc.constantFrom(0, 0, 0, 1, 2),
      clicks: fc.constantFrom(1, 1, 3),
    }),
    {
      weight: 8,
      resolve: (model, input) => {
        const customer = itemAt(model.customers, input.customer)
        const isPaid = input.places.length > 0 || input.mugs > 0
        if (customer === undefined || !isPaid) return undefined
        // More pieces would join a line of the cart that is being paid.
        const live = model.payments.filter(({ owner, state }) => owner === customer && state === 'OPEN')
        const joins = live.some(
          (payment) => (payment.mugs > 0 && input.mugs > 0) || (payment.mugsForPoints > 0 && input.mugsForPoints > 0),
        )
        return joins ? undefined : { customer }
      },
      run: async ({ model, real, input: { places, mugs, mugsForPoints, clicks }, customer }) => {
        const placeIds = places.map((place) => model.placeIds[place] ?? 0)
        if (placeIds.length > 0) {
          const reply = await real.ask(customer, 'POST', '/tickets', RESERVED_BODY(model, placeIds))
          expect(reply.statusCode).toBe(placeIds.some((id) => model.isTaken(id)) ? 409 : 201)
          if (reply.statusCode !== 201) return
          for (const { id, placeId } of reply.json().elements) {
            model.tickets.push({ id, placeId, owner: customer, state: 'RESERVED' })
          }
        }
        await real.removeLines(customer)
        const tickets = model.reservationsOf(customer)
        // The cart still contains what is being paid.
        const paying = model.payments.filter(({ owner, state }) => owner === customer && state === 'OPEN')
        const inCart = paying.reduce((sum, payment) => sum + payment.mugs + payment.mugsForPoints, 0)
        const pieces = mugs + mugsForPoints
        const isShort = pieces > 0 && model.stock < inCart + pieces
        const lines: number[] = []
        for (const [quantity, usePoints] of [
          [mugs, false],
          [mugsForPoints, true],
        ] as const) {
          if (quantity === 0) continue
          const body = { merchandiseProductId: model.mugId, quantity, usePoints }
          const reply = await real.ask(customer, 'POST', '/merchandise/purchases', body)
          // The cart refuses more than there is, and then the order is without it.
          if (reply.statusCode === 201) lines.push(reply.json().id)
          else expect([reply.statusCode, isShort]).toEqual([409, true])
        }
        const wanted = Number(mugs > 0) + Number(mugsForPoints > 0)
        const total = tickets.length * PRICE + mugs * model.mugPrice
        const body = {
          ...{ userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', expectedTotal: total },
          ...{ ticketIds: tickets.map(({ id }) => id), merchandiseIds: lines },
        }
        const balance = model.points.get(customer) ?? 0
        const isRefused = isShort || balance < mugsForPoints * MUG_POINTS
        if (lines.length === wanted) {
          const replies = await Promise.all(
            Array.from({ length: clicks }, () => real.ask(customer, 'POST', '/payments', body)),
          )
          expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => (isRefused ? 409 : 201)))
          if (!isRefused) {
            const [{ id, total: asked }] = replies.map((reply) => reply.json()) as [{ id: number; total: number }]
            expect([...new Set(replies.map((reply) => reply.json().id)), asked]).toEqual([id, total])
            model.open({
              ...{ id, key: await real.shop.keyOf(id as never), owner: customer, tickets, mugs, mugsForPoints, total },
              ...{ mugPrice: model.mugPrice, payUntil: model.now + PAYMENT_MINUTES, bank: 'OPEN', state: 'OPEN' },
              ...{ isSold: false, hasEvent: false, refunds: [], disputes: [] },
            })
            return
          }
        } else expect(isRefused).toBe(true)
      },
    },
  ),
  command('pay at the provider', ofPayment, {
    weight: 8,
    resolve: resolvePayment(({ bank }) => bank !== 'TAKEN'),
    run: async ({ real, payment }) => {
      expect(await real.shop.stripe.pay(payment.key)).toBe(payment.bank === 'OPEN')
      if (payment.bank === 'OPEN') payment.bank = 'TAKEN'
    },
  }),
  command('be declined at the provider', ofPayment, {
    resolve: resolvePayment(({ bank }) => bank === 'OPEN'),
    run: async ({ real, payment }) => void (await real.shop.stripe.decline(payment.key)),
  }),
  command('look', ofPayment, {
    weight: 6,
    resolve: resolvePayment(),
    run: async ({ model, real, payment }) => {
      const view = await real.look(payment)
      if (isAskedAbout(payment)) await lookInModel(model, real, payment)
      expect(seen(view)).toEqual(viewOf(payment))
    },
  }),
  command('look at the desk', ofPayment, {
    weight: 3,
    resolve: resolvePayment(),
    run: async ({ model, real, payment }) => {
      const reply = await real.ask(real.admin, 'POST', `/admin/payments/${payment.id}/look`)
      await lookInModel(model, real, payment)
      expect(seen(reply.json())).toEqual(viewOf(payment))
    },
  }),
  command('give up', ofPayment, {
    weight: 2,
    resolve: resolvePayment(({ state }) => state === 'OPEN'),
    run: async ({ model, real, payment }) => {
      const reply = await real.ask(payment.owner, 'DELETE', `/payments/${payment.id}`)
      await lookInModel(model, real, payment, true)
      expect(seen(reply.json())).toEqual(viewOf(payment))
    },
  }),
  command('an event arrives, perhaps twice', fc.record({ payment: index, times: fc.constantFrom(1, 2) }), {
    weight: 2,
    resolve: resolvePayment(),
    run: async ({ real, input, payment }) => {
      expect(new Set(await real.deliverEvent(payment, input.times))).toEqual(new Set([200]))
      payment.hasEvent = true
    },
  }),
  command('do the jobs', fc.constant({}), {
    weight: 3,
    resolve: () => ({}),
    run: async ({ model, real }) => {
      // The order of jobs is not certain, so that a look must not decide on a refund of the same jobs.
      for (const payment of model.payments.filter(({ disputes }) =>
        disputes.some(({ bank, state }) => bank !== state),
      )) {
        await real.ask(real.admin, 'POST', `/admin/payments/${payment.id}/look`)
        await lookInModel(model, real, payment)
      }
      await real.doAllJobs()
      for (const payment of model.payments) {
        const isLookedAt = payment.state !== 'TAKEN' || payment.hasEvent
        const hasSent = payment.refunds.some(({ state }) => state === 'SENT')
        if (isLookedAt || hasSent) await lookInModel(model, real, payment)
        payment.hasEvent = false
        if (isBlocked(payment)) continue
        for (const refund of payment.refunds.filter(({ state }) => state === 'DUE')) {
          const bank = isRefusedByBank(payment) ? 'FAILED' : 'SENT'
          Object.assign(refund, { state: bank, bank })
        }
      }
    },
  }),
  command('release at the desk, perhaps before the money comes', fc.record({ payment: index, isPaid: fc.boolean() }), {
    weight: 4,
    resolve: resolvePayment(({ state, bank }) => state !== 'CLOSED' || bank === 'CLOSED'),
    run: async ({ model, real, input: { isPaid }, payment }) => {
      const path = `/admin/payments/${payment.id}/release`
      const { statusCode } = await real.ask(real.admin, 'POST', path, { reason: 'Lost.' })
      expect(statusCode).toBe(payment.state === 'OPEN' ? 200 : 409)
      if (statusCode !== 200) return
      model.release(payment)
      if (!isPaid || payment.bank !== 'OPEN') return
      expect(await real.shop.stripe.pay(payment.key)).toBe(true)
      payment.bank = 'TAKEN'
    },
  }),
  command('cancel a reservation', ofPayment, {
    weight: 4,
    resolve: (model, input) => {
      const all = model.tickets.filter(({ id, state }) => id > 0 && (state === 'RESERVED' || state === 'GONE'))
      const ticket = itemAt(all, input.payment)
      return ticket && { ticket }
    },
    run: async ({ real, ticket }) => {
      const { statusCode } = await real.ask(ticket.owner, 'DELETE', `/tickets/${ticket.id}`)
      expect(statusCode).toBe(ticket.payment ? 409 : 204)
      if (!ticket.payment) ticket.state = 'GONE'
    },
  }),
  command('refund a ticket', ofPayment, {
    weight: 6,
    resolve: (model, input) => {
      const all = model.payments.flatMap((payment) =>
        payment.tickets.flatMap((ticket) => (payment.isSold ? [{ payment, ticket }] : [])),
      )
      return itemAt(all, input.payment)
    },
    run: async ({ real, payment, ticket }) => {
      const replies = await Promise.all(
        [0, 1].map(() => real.ask(payment.owner, 'PUT', `/tickets/${ticket.id}/cancelation`)),
      )
      const status = ticket.state === 'BOUGHT' && isBlocked(payment) ? 409 : 200
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([status, status])
      if (status !== 200 || ticket.state === 'REFUNDED') return
      ticket.state = 'REFUNDED'
      payment.refunds.push({ amount: PRICE, reason: 'TICKET', state: 'DUE' })
    },
  }),
  command('end a failed refund at the desk', fc.record({ payment: index, isRetried: fc.boolean() }), {
    weight: 3,
    resolve: resolveRefund(({ state, bank }) => state === 'FAILED' && bank === 'FAILED'),
    run: async ({ real, input: { isRetried }, payment, refund, number }) => {
      const { id } = (await real.paymentAtDesk(payment)).refunds[number]
      const path = `/admin/refunds/${id}/${isRetried ? 'retry' : 'by-hand'}`
      const { statusCode } = await real.ask(real.admin, 'POST', path, { reason: 'Transfer 17' })
      expect(statusCode).toBe(isBlocked(payment) ? 409 : 200)
      if (statusCode === 200) Object.assign(refund, { state: isRetried ? 'DUE' : 'BY_HAND', bank: undefined })
    },
  }),
  ...bankCommands,
  command('change the price of mugs', fc.record({ price: fc.integer({ min: 50, max: 2_000 }) }), {
    resolve: () => ({}),
    run: async ({ model, real, input: { price } }) => {
      await updatePrice(real.shop.owner, model.mugId, price)
      model.mugPrice = price
    },
  }),
  command('advance the clock', fc.record({ minutes: fc.constantFrom(5, 25) }), {
    weight: 2,
    resolve: () => ({}),
    run: async ({ model, real, input: { minutes } }) => {
      model.now += minutes
      await real.setClock(model.now)
    },
  }),
]

/** Tells whether the customer's page still asks the provider: not about a payment that is final there. */
function isAskedAbout({ state, bank }: ModelPayment): boolean {
  return state === 'OPEN' || (state === 'CLOSED' && bank !== 'CLOSED')
}
