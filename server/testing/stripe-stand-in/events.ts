import type { Stripe } from 'stripe'
import { type Books, newId, secondsNow } from './books.ts'

/** The events that the stand-in sends: those that Foyer's webhook subscribes to. */
export type SentEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionAsyncPaymentSucceededEvent
  | Stripe.CheckoutSessionAsyncPaymentFailedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent

/** Records an event with the object as it is now, and hands it to the webhooks. */
export function record<T extends SentEvent['type']>(
  books: Books,
  type: T,
  object: Extract<SentEvent, { type: T }>['data']['object'],
): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: books.apiVersion,
    created: secondsNow(books),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
    type,
  } as Stripe.Event
  books.events.unshift(event)
  books.onEvent(event)
}
