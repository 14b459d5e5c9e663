import { type Buyer, untilServed } from '../buyers.ts'
import type { Answer } from '../http-client.ts'
import type { PaymentWorld, WorldPayment } from './payment-world.sql.ts'

type Request = { by: Buyer; method: string; path: string; body?: unknown }
type Name = PaymentWorld['payments'] extends Map<infer Key, WorldPayment> ? Key : never
/** A request, with the payment that it is about, if there is one. */
type Flow = { of?: Name; request: (world: PaymentWorld, payment: WorldPayment) => Request }

const reason = 'The bank says so.'

const pay = (by: Buyer, ticketIds: readonly number[]): Request => {
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds }
  return { by, method: 'POST', path: '/payments', body }
}
const asks = (of: Name): Flow => {
  return { of, request: ({ admin: by }, { id }) => ({ by, method: 'POST', path: `/admin/payments/${id}/look` }) }
}
const ends = (of: Name, how: 'release' | 'settle'): Flow => {
  return {
    of,
    request: ({ admin: by }, { id }) => ({
      by,
      method: 'POST',
      path: `/admin/payments/${id}/${how}`,
      body: { reason },
    }),
  }
}
const refunds = (of: Name): Flow => {
  const request: Flow['request'] = ({ ada: by }, { ticketIds }) => {
    return { by, method: 'PUT', path: `/tickets/${ticketIds[0]}/cancelation` }
  }
  return { of, request }
}

/** The requests that change payments, and those that compete with them for a row. */
export const paymentFlows: Readonly<Record<string, Flow>> = {
  'Ada starts to pay': { request: ({ ada, reserved }) => pay(ada, reserved.slice(0, 1)) },
  'Ada starts to pay for more': { request: ({ ada, reserved }) => pay(ada, reserved) },
  'Ada cancels the reservation': {
    request: ({ ada: by, reserved }) => ({ by, method: 'DELETE', path: `/tickets/${reserved[0]}` }),
  },
  'Ada gives up': {
    of: 'open',
    request: ({ ada: by }, { id }) => ({ by, method: 'DELETE', path: `/payments/${id}` }),
  },
  'Ada gives up what is paid': {
    of: 'paid',
    request: ({ ada: by }, { id }) => ({ by, method: 'DELETE', path: `/payments/${id}` }),
  },
  'Ada asks about the money': {
    of: 'paid',
    request: ({ ada: by }, { id }) => ({ by, method: 'POST', path: `/payments/${id}/look` }),
  },
  'an administrator asks about the money': asks('paid'),
  'an administrator releases what is paid': ends('paid', 'release'),
  'an administrator settles what is open': ends('open', 'settle'),
  'an administrator asks about late money': asks('late'),
  'Bob reserves a seat of the late money': {
    of: 'late',
    request: ({ bob: by, show }, { seatIds }) => {
      const body = { eventShowId: show.showId, seatingPlanPlaceIds: seatIds.slice(0, 1) }
      return { by, method: 'POST', path: '/tickets', body }
    },
  },
  'Ada refunds a ticket': refunds('taken'),
  'Ada refunds a disputed ticket': refunds('disputed'),
  'an administrator learns of the dispute': asks('disputed'),
  'Ada refunds a ticket that the bank took': refunds('lost'),
  'an administrator ends the lost dispute': {
    of: 'lost',
    request: ({ admin: by }, { id, disputeRef: ref }) => {
      const body = { ref, reason, itemIds: [], refundIds: [] }
      return { by, method: 'POST', path: `/admin/payments/${id}/lost-dispute`, body }
    },
  },
  'an administrator cancels the show': {
    request: ({ admin: by, show }) => {
      return { by, method: 'POST', path: `/admin/shows/${show.showId}/cancellation`, body: { reason } }
    },
  },
  'Ada deletes the account': { request: ({ ada: by }) => ({ by, method: 'DELETE', path: '/users' }) },
  'an administrator locks Ada': {
    request: ({ admin: by, ada }) => ({ by, method: 'PATCH', path: `/users/${ada.userId}/lock`, body: true }),
  },
}

const NO_PAYMENT: WorldPayment = { id: 0, ticketIds: [], seatIds: [], disputeRef: '' }

/** Names the payments that flows are about. */
export const paymentsOf = (names: readonly string[]) => new Set(names.flatMap((name) => paymentFlows[name]?.of ?? []))

/**
 * Sends the request of a flow, again while the provider works on an equal one. A flow that is sent twice has the same
 * Idempotency-Key.
 */
export function sendPaymentFlow(name: string, world: PaymentWorld, url: string): Promise<Answer> {
  const flow = paymentFlows[name]
  if (!flow) throw new Error(`No flow "${name}".`)
  const payment = (flow.of && world.payments.get(flow.of)) ?? NO_PAYMENT
  const { by, method, path, body } = flow.request(world, payment)
  return untilServed(() => by.send(url, method, path, { body, headers: { 'idempotency-key': name } }))
}
