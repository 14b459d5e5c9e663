import { sql } from 'kysely'
import type { PaymentId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { enqueue, PROVIDER_FLAG } from '#server/db/jobs.sql.ts'

type StoredEvent = { provider: string; eventId: string }
type NewEvent = StoredEvent & { type: string; ref: string }

/** Stores an event before it is answered, and enqueues the look that it asks for. Does nothing for a known event. */
export async function insertEvent(db: Db, { provider, eventId, type, ref }: NewEvent): Promise<void> {
  const stored = await db
    .insertInto('provider_events')
    .values({ provider, event_id: eventId, type, payment_ref: ref })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (stored) await enqueueEvent(db, { provider, eventId })
}

function enqueueEvent(db: Db, event: StoredEvent): Promise<void> {
  const key = `follow-event ${event.provider} ${event.eventId}`
  return enqueue(db, 'follow-event', event, { key, flag: PROVIDER_FLAG })
}

/** Reads the payment that an event is about. Undefined for a payment that this shop does not know. */
export function selectPaymentOfEvent(
  db: Db,
  { provider, eventId }: StoredEvent,
): Promise<{ id: PaymentId } | undefined> {
  return db
    .selectFrom('provider_events')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'provider_events.provider')
        .onRef('payments.provider_ref', '=', 'provider_events.payment_ref'),
    )
    .select('payments.id')
    .where('provider_events.provider', '=', provider)
    .where('provider_events.event_id', '=', eventId)
    .executeTakeFirst()
}

/** Marks an event as followed, after the look. */
export async function markEventDone(db: Db, { provider, eventId }: StoredEvent): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ done_at: sql<Date>`shop_now()` })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** Enqueues stored events whose job was lost, and deletes events older than 90 days. */
export async function sweepEvents(db: Db): Promise<void> {
  const lost = await db
    .selectFrom('provider_events')
    .select(['provider', 'event_id as eventId'])
    .where('done_at', 'is', null)
    .where('received_at', '<', sql<Date>`shop_now() - interval '2 minutes'`)
    .limit(1_000)
    .execute()
  for (const event of lost) await enqueueEvent(db, event)
  await db
    .deleteFrom('provider_events')
    .where('received_at', '<', sql<Date>`shop_now() - interval '90 days'`)
    .execute()
}

/** The time that is looked through again, because a provider may list an event late and clocks differ. */
const OVERLAP = sql`interval '2 hours'`

/**
 * Reads from when to look for events of a provider that never arrived: where the last look ended, or, before the first
 * one, the oldest order of the 30 days for which providers keep events. `to` is now.
 */
export async function selectEventsToLookFor(db: Db, provider: string): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select shop_now() as "to", least(shop_now(), coalesce(
      (select looked_until from event_looks where provider = ${provider}),
      (select min(created_at) from pending_orders where created_at > shop_now() - interval '30 days')
    )) - ${OVERLAP} as "from"`.execute(db)
  const [time] = rows
  if (!time) throw new Error('The database has no time.')
  return time
}

/** Stores until when the events of a provider were looked for. */
export async function updateEventLook(db: Db, provider: string, until: Date): Promise<void> {
  await db
    .insertInto('event_looks')
    .values({ provider, looked_until: until })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ looked_until: until }))
    .execute()
}
