import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Paged, Paging } from '#contract/fields.ts'
import type { listAdminShows } from '#contract/admin-shows.ts'
import type { EventId, ShowId, UserId } from '#domain/ids.ts'
import { publishAfterCommit, publishEntryAfterCommit } from '#server/db/publish-after-commit.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, among, anyOf, contains, equals } from '#server/db/filters.ts'
import { now } from '#server/db/now.ts'
import { pageOf } from '#server/db/paged.ts'
import { showPublicationState } from '#server/db/published.sql.ts'
import { waitForUsers } from '#server/db/show-turns.sql.ts'
import {
  isArtistMatching,
  type Publication,
  rowOf,
  selectShowsByIds,
  type ShowFields,
  type ShowRow,
} from './shows.sql.ts'
import { takenCounts } from './taken-counts.sql.ts'

type AdminSearch = z.output<typeof listAdminShows.query>

/** Lists the ids of shows that match, those to come first and soonest first, then past ones, latest first. */
export async function selectAdminShows(db: Db, search: AdminSearch): Promise<Paged<ShowRow>> {
  const { total, elements } = await pageOf(findAdminShows(db, search), search)
  const ids = elements.map(({ id }) => id)
  const rows = new Map((await selectShowsByIds(db, ids)).map((row) => [row.id, row]))
  return { total, elements: ids.map((id) => rows.get(id)).filter((row) => row !== undefined) }
}

/** Finds the ids of the shows of that list. */
export function findAdminShows(db: Db | Tx, search: Omit<AdminSearch, keyof Paging>) {
  const { text, when, publication } = search
  const isPast = sql`event_shows.starts_at <= ${now}`
  return db
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .select('event_shows.id')
    .where(
      allOf([
        equals('event_id', search.eventId),
        equals('artist_id', search.artistId),
        equals('location_id', search.locationId),
        equals('seating_plan_id', search.seatingPlanId),
        publication && sql<boolean>`${showPublicationState} = ${publication}`,
        when && (when === 'past' ? sql<boolean>`${isPast}` : sql<boolean>`not ${isPast}`),
        text?.trim()
          ? anyOf([
              contains('name', text),
              among('event_id', 'events', contains('title', text)),
              among('artist_id', 'artists', isArtistMatching(text)),
              among('location_id', 'locations', contains('name', text)),
            ])
          : undefined,
      ]),
    )
    .orderBy(isPast)
    .orderBy(sql`abs(extract(epoch from event_shows.starts_at - ${now}))`)
    .orderBy('event_shows.id')
}

/** Finds the former reservations of a show in ended orders, whose money may still come. */
const lateItemsOf = (showId: RawBuilder<unknown>) => sql`
  from pending_order_items item where item.event_show_id = ${showId}
    and not exists (select from tickets where tickets.id = item.ticket_id)`

type Sales = {
  version: number
  isCancelled: boolean
  isDeletable: boolean
  sold: number
  reserved: number
  held: number
  capacity: number
}

/** Reads versions of shows and counts their taken places, and the places on sale of their plans. */
export async function selectSales(db: Db | Tx, ids: readonly ShowId[]): Promise<Map<ShowId, Sales>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Sales & { id: ShowId }>`
    select shows.id, version, cancelled_at is not null as "isCancelled",
      cancelled_at is null and event_show_id is null and not exists (select ${lateItemsOf(sql`shows.id`)}) as "isDeletable",
      coalesce(sold, 0) as sold,
      coalesce(reserved, 0) as reserved, coalesce(held, 0) as held, capacity
    from event_shows as shows
    left join (
      select event_show_id, ${takenCounts} from tickets where event_show_id = any(${ids}::int[]) group by 1
    ) as tickets on event_show_id = shows.id
    cross join lateral (
      select coalesce(sum(places.capacity), 0) as capacity
      from sectors join places on places.sector_id = sectors.id
      where seating_plan_id = shows.seating_plan_id and is_available
    ) as plans
    where shows.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...sales }) => [id, sales]))
}

/** Reads the event of a show, which never changes. */
export async function selectEventOfShow(tx: Tx, showId: ShowId): Promise<EventId | undefined> {
  const row = await tx.selectFrom('event_shows').select('event_id').where('id', '=', showId).executeTakeFirst()
  return row?.event_id
}

/**
 * Locks a show before an edit. Later reservations, payments and refunds of it wait. References to it do not: money that
 * arrives is booked on tickets that are locked, for which the edit waits. Undefined for an unknown show.
 */
export async function lockShow(tx: Tx, showId: ShowId) {
  await waitForUsers(tx, showId)
  return selectFromLockedShows(tx).where('id', '=', showId).forNoKeyUpdate().executeTakeFirst()
}

/** Locks a show before its deletion, so that no row begins to refer to it. Undefined for an unknown show. */
export async function lockShowToDelete(tx: Tx, showId: ShowId) {
  await waitForUsers(tx, showId)
  return selectFromLockedShows(tx).where('id', '=', showId).forUpdate().executeTakeFirst()
}

function selectFromLockedShows(tx: Tx) {
  return tx
    .selectFrom('event_shows')
    .select([
      'name',
      'starts_at as startTime',
      'ends_at as endTime',
      'price',
      'artist_id as artistId',
      'location_id as locationId',
      'seating_plan_id as seatingPlanId',
      'version',
      'cancelled_at as cancelledAt',
      'published_from as publishedFrom',
      'sale_starts_at as saleStartsAt',
      'sale_ends_at as saleEndsAt',
    ])
}

/** Lists the customers to whom bought tickets of a show give points. */
export async function selectBuyersOfShow(tx: Tx, showId: ShowId): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select distinct user_id as id from tickets
    where event_show_id = ${showId} and state = 'BOUGHT' and user_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks the standing places of a show, then its tickets that hold or held a place. */
export async function lockTicketsOfShow(tx: Tx, showId: ShowId): Promise<void> {
  await sql`
    select from standing_occupancies where event_show_id = ${showId} order by place_id for update`.execute(tx)
  await sql`
    select from tickets where event_show_id = ${showId} and state in ('RESERVED', 'BOUGHT')
    order by place_id, id for update`.execute(tx)
}

/**
 * Counts the tickets of a show: live ones, those of them that belong to customers with a mail address, these customers,
 * the buyers without an address, and tickets that hold no place any more. `all` includes former reservations that late
 * money may still buy.
 */
export function countTicketsOfShow(tx: Tx, showId: ShowId) {
  const hasAddress = sql<boolean>`exists (select from users where users.id = user_id and email <> '')`
  const isLive = sql<boolean>`(state = 'BOUGHT' or state = 'RESERVED' and reserved_until > ${now})`
  return tx
    .selectFrom('tickets')
    .select([
      sql<number>`count(*) filter (where ${isLive})`.as('live'),
      sql<number>`count(user_id) filter (where ${isLive} and ${hasAddress})`.as('ofCustomers'),
      sql<number>`count(distinct user_id) filter (where ${isLive} and ${hasAddress})`.as('customers'),
      sql<number>`count(distinct user_id) filter (where ${isLive} and not ${hasAddress})`.as('unreachable'),
      sql<number>`count(*) filter (where state = 'REFUNDED')`.as('refunded'),
      sql<number>`count(*) + (select count(*) ${lateItemsOf(sql`${showId}::int`)})`.as('all'),
    ])
    .where('event_show_id', '=', showId)
    .executeTakeFirstOrThrow()
}

/** Replaces the fields of a locked show and raises the version. Its doors open as long before the start as before. */
export async function updateShow(
  tx: Tx,
  showId: ShowId,
  show: ShowFields & Pick<Publication, 'saleEndsAt'>,
): Promise<void> {
  await tx
    .updateTable('event_shows')
    .set({
      ...rowOf(show),
      sale_ends_at: show.saleEndsAt,
      doors_open_at: sql<Date | null>`doors_open_at + (${show.startTime}::timestamptz - starts_at)`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', showId)
    .execute()
  publishEntryAfterCommit(tx, [showId])
}

/** Changes when visitors see a locked show and when it is sold, and raises the version. */
export async function updatePublication(tx: Tx, showId: ShowId, publication: Publication): Promise<void> {
  await tx
    .updateTable('event_shows')
    .set({
      published_from: publication.publishedFrom,
      sale_starts_at: publication.saleStartsAt,
      sale_ends_at: publication.saleEndsAt,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', showId)
    .execute()
}

/** Locks the shows of a locked event, then their tickets, before the event is hidden. */
export async function lockShowsOfEvent(tx: Tx, eventId: EventId): Promise<void> {
  const shows = await tx.selectFrom('event_shows').select('id').where('event_id', '=', eventId).orderBy('id').execute()
  for (const { id } of shows) await lockShow(tx, id)
  for (const { id } of shows) await lockTicketsOfShow(tx, id)
}

type NewStart = { to: Date; pickUpMinutes: number; lifeMinutes: number | undefined }

/**
 * Moves what depends on the start of a locked show: the expiry of live reservations of customers, and reminders, which
 * become due again.
 */
export async function moveReservationsOfShow(tx: Tx, showId: ShowId, start: NewStart): Promise<void> {
  const { to, pickUpMinutes, lifeMinutes } = start
  const moved = await tx
    .updateTable('tickets')
    .set({
      reserved_until: sql<Date>`least(
        case when ${to}::timestamptz - make_interval(mins => ${pickUpMinutes}) > reserved_at
          then ${to}::timestamptz - make_interval(mins => ${pickUpMinutes}) else ${to}::timestamptz end,
        reserved_at + make_interval(mins => ${lifeMinutes ?? null}))`,
    })
    .where('event_show_id', '=', showId)
    .where('state', '=', 'RESERVED')
    .where('user_id', 'is not', null)
    .where('pending_order_id', 'is', null)
    .where('reserved_until', '>', sql<Date>`shop_now()`)
    .returning(['event_show_id as showId', 'place_id as placeId'])
    .execute()
  publishAfterCommit(tx, moved)
  await tx.deleteFrom('show_reminders').where('event_show_id', '=', showId).execute()
}

/** The old and the new start of a show, and until when refunds are offered, null without an offer. */
type EndOfRefunds = { from: Date; to: Date; until: Date | null }

/**
 * Moves the end of the right to refund the bought tickets of a locked show, and with it the time from which their
 * points count: by entries that take them back and give them anew, one pair per invoice. Offers made before last.
 */
export async function moveEndOfRefunds(tx: Tx, showId: ShowId, { from, to, until }: EndOfRefunds): Promise<void> {
  await sql`
    insert into points_entries (user_id, points, counts_from, invoice_id, reason)
    select user_id, sum(points) * sign, counts_from, invoice_id, 'TICKET'
    from (
      select tickets.user_id, tickets.invoice_id, points, greatest(${from}::timestamptz, refundable_until) as before,
        greatest(${to}::timestamptz, refundable_until, ${until}::timestamptz) as after
      from tickets
      join invoice_items on invoice_items.ticket_id = tickets.id and invoice_items.invoice_id = tickets.invoice_id
      where event_show_id = ${showId} and state = 'BOUGHT' and points > 0
    ) as earned
    cross join lateral (values (-1, before), (1, after)) as entry (sign, counts_from)
    where before <> after
    group by user_id, invoice_id, sign, counts_from`.execute(tx)
  if (!until) return
  await tx
    .updateTable('tickets')
    .set({ refundable_until: sql<Date>`greatest(refundable_until, ${until})` })
    .where('event_show_id', '=', showId)
    .where('state', '=', 'BOUGHT')
    .execute()
}

/** Deletes the expired reservations of a locked show, and the counters of its standing places. */
export async function deleteRestOfShow(tx: Tx, showId: ShowId): Promise<void> {
  await tx.deleteFrom('tickets').where('event_show_id', '=', showId).where('state', '=', 'RESERVED').execute()
  await tx.deleteFrom('standing_occupancies').where('event_show_id', '=', showId).execute()
}

export async function deleteShowRow(tx: Tx, showId: ShowId): Promise<void> {
  await tx.deleteFrom('event_shows').where('id', '=', showId).execute()
}
