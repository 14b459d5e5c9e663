import type { AppContext } from '#server/context.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'
import { followPayment } from './look-at-payment.ts'
import { insertEvent, markEventDone, selectLastEvent, selectPaymentOfEvent } from './provider-events.sql.ts'
import { JOB_TIMEOUT_MS } from './timeouts.ts'

/**
 * Looks at the payment of a stored event, then marks the event as done: an event tells only where to look. An event of
 * an unknown payment is done at once, because a payment whose address was just stored is looked at anyway.
 */
export async function followEvent(context: AppContext, event: { provider: string; eventId: string }): Promise<void> {
  const payment = await selectPaymentOfEvent(context.db, event)
  if (payment) await followPayment(context, payment.id, `event ${event.eventId}`)
  await markEventDone(context.db, event)
}

/** Stores the events of all providers that never arrived. */
export async function fetchMissedEvents(context: AppContext): Promise<void> {
  for (const provider of context.providers) await fetchFrom(context, provider)
}

async function fetchFrom({ db }: AppContext, provider: PaymentProvider): Promise<void> {
  const since = await selectLastEvent(db, provider.name)
  for (const event of await provider.listEvents(since, JOB_TIMEOUT_MS)) {
    await insertEvent(db, { ...event, provider: provider.name })
  }
}
