import { sql } from 'kysely'
import type { InvoiceId, PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'
import type { Show } from './test-data.ts'

let count = 0

type GivenTickets = { places: readonly PlaceId[]; state?: 'BOUGHT' | 'REFUNDED'; boughtAgo?: string }

/** Creates bought or refunded tickets of a user, on invoices without lines. */
export async function givenBoughtTickets(
  db: Db,
  userId: UserId,
  { showId }: Pick<Show, 'showId'>,
  { places, state = 'BOUGHT', boughtAgo = '0' }: GivenTickets,
): Promise<void> {
  const invoiceId = await givenInvoice(db, userId)
  const refundInvoiceId = state === 'REFUNDED' ? await givenInvoice(db, userId, invoiceId) : null
  const boughtAt = sql<Date>`shop_now() - ${boughtAgo}::interval`
  await db
    .insertInto('tickets')
    .values(
      places.map((placeId) => ({
        event_show_id: showId,
        place_id: placeId,
        place_type: 'SITTING' as const,
        user_id: userId,
        state,
        price: cents(1_000),
        reserved_at: boughtAt,
        reserved_until: boughtAt,
        bought_at: boughtAt,
        invoice_id: invoiceId,
        refund_invoice_id: refundInvoiceId,
      })),
    )
    .execute()
}

/** Reserves standing tickets for each user until the show starts. Returns their ids by user. */
export async function givenReservations(
  db: Db,
  { showId, standingPlaceId }: Show,
  { userIds, each }: { userIds: readonly UserId[]; each: number },
): Promise<Map<UserId, TicketId[]>> {
  await sql`
    insert into standing_occupancies (event_show_id, place_id, capacity, occupied)
    select ${showId}, id, capacity, ${userIds.length * each} from places where id = ${standingPlaceId}`.execute(db)
  const { rows } = await sql<{ id: TicketId; userId: UserId }>`
    insert into tickets (event_show_id, place_id, place_type, user_id, state, price, reserved_at, reserved_until)
    select id, ${standingPlaceId}, 'STANDING', user_id, 'RESERVED', price, shop_now(), starts_at
    from event_shows, unnest(${userIds}::int[]) as user_id, generate_series(1, ${each}::int)
    where id = ${showId}
    returning id, user_id as "userId"`.execute(db)
  const byUser = new Map(userIds.map((userId) => [userId, [] as TicketId[]]))
  for (const { id, userId } of rows) byUser.get(userId)?.push(id)
  return byUser
}

/** Creates an invoice without lines, with a number outside the yearly sequences. */
export async function givenInvoice(db: Db, userId: UserId, cancels: InvoiceId | null = null): Promise<InvoiceId> {
  count += 1
  const { id } = await db
    .insertInto('invoices')
    .values({
      invoice_number: `given-${count}`,
      invoice_type: cancels === null ? 'NORMAL' : 'CANCEL',
      user_id: userId,
      issued_at: sql<Date>`shop_now()`,
      delivery_at: sql<Date>`shop_now()`,
      payment_type: 'VISA',
      customer_first_name: 'Ada',
      customer_last_name: 'Guest',
      customer_address: 'Ringstraße 1, 1010 Wien',
      seller: JSON.stringify({ name: 'Foyer', address: '', vatId: '', email: '', timeZone: 'Europe/Vienna' }),
      total: cents(1_000),
      cancels_invoice_id: cancels,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
