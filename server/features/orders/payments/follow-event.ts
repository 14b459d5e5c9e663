import type { AppContext } from '#server/context.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'
import { followPayment } from './look-at-payment.ts'
import {
  insertEvent,
  markEventDone,
  selectEventsToLookFor,
  selectPaymentOfEvent,
  updateEventLook,
} from './provider-events.sql.ts'
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

/** The time of which events are asked for at once, so that a look after a long outage advances in steps. */
const MOST_AT_ONCE_MS = 6 * 60 * 60_000

/** Stores the events of all providers that never arrived, also after an outage of days. */
export async function fetchMissedEvents(context: AppContext): Promise<void> {
  for (const provider of context.providers) await fetchFrom(context, provider)
}

async function fetchFrom({ db }: AppContext, provider: PaymentProvider): Promise<void> {
  const { name } = provider
  const { from: begin, to: end } = await selectEventsToLookFor(db, name)
  for (let from = begin; from < end;) {
    const to = new Date(Math.min(from.getTime() + MOST_AT_ONCE_MS, end.getTime()))
    for (const event of await provider.listEvents({ from, to }, JOB_TIMEOUT_MS)) {
      await insertEvent(db, { ...event, provider: name })
    }
    await updateEventLook(db, name, to)
    from = to
  }
}
