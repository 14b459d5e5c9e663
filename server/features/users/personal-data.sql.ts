import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'
import { oneOf } from '#server/db/one-of.ts'

/** Reads the entries of a user's points ledger, oldest first. */
export function selectPointsEntries(db: Db, userId: UserId) {
  return db
    .selectFrom('points_entries')
    .select(['points', 'reason', 'counts_from as countsFrom'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/**
 * Reads the tickets that a user has offered or received, oldest first. Leaves out an address that another person
 * offered a ticket to, unless it is the user's own: any account can accept an offer by its link.
 */
export function selectTicketTransfers(db: Db, userId: UserId) {
  return db
    .selectFrom('ticket_transfers')
    .select([
      'ticket_id as ticketId',
      sql<boolean>`from_user = ${userId}`.as('isGiven'),
      sql<string>`case when from_user = ${userId}
        or lower(to_email) = (select lower(email) from users where users.id = ${userId}) then to_email else '' end`.as(
        'toEmail',
      ),
      'state',
      'offered_at as offeredAt',
      'ended_at as endedAt',
    ])
    .where(({ or, eb }) => or([eb('from_user', '=', userId), eb('to_user', '=', userId)]))
    .orderBy('id')
    .execute()
}

/** Reads the scans of the tickets that a user holds, by their present codes: not those of former holders. */
export function selectScansOfHolder(db: Db, userId: UserId) {
  return db
    .selectFrom('tickets')
    .innerJoin('scans', 'scans.ticket_id', 'tickets.id')
    .select(['tickets.id as ticketId', 'scanned_at as scannedAt', 'scans.direction', 'scans.verdict'])
    .where(({ or, and, eb }) =>
      or([
        eb('tickets.holder_id', '=', userId),
        and([eb('tickets.user_id', '=', userId), eb('tickets.holder_id', 'is', null)]),
      ]),
    )
    .whereRef('scans.issue', '=', 'tickets.issue')
    .orderBy('scans.id')
    .execute()
}

/** Lists the shows in whose lines a user has a place. */
export async function selectShowsOfPlaces(db: Db, userId: UserId): Promise<ShowId[]> {
  const places = db.selectFrom('waiting_places').where('user_id', '=', userId)
  const rows = await places.select('event_show_id').orderBy('event_show_id').execute()
  return rows.map((row) => row.event_show_id)
}

/** Reads a user's places in the lines of some shows, by show. */
export function selectPlacesInLine(db: Db, userId: UserId, shows: readonly ShowId[]) {
  return db
    .selectFrom('waiting_places')
    .select(['event_show_id as eventShowId', 'number', 'admitted_at as admittedAt'])
    .where('user_id', '=', userId)
    .where('event_show_id', '=', oneOf(shows))
    .orderBy('event_show_id')
    .execute()
}

/** Reads a user's payments by a provider, oldest first. */
export function selectPayments(db: Db, userId: UserId) {
  return db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .select([
      'pending_orders.created_at as startedAt',
      'payments.state',
      'payments.amount',
      sql<Cents | null>`coalesce(payments.taken, case when payments.state = 'TAKEN' then payments.amount end)`.as(
        'taken',
      ),
      'payments.provider',
      'payments.paid_by as paidBy',
      'pending_orders.customer_first_name as firstName',
      'pending_orders.customer_last_name as lastName',
      'pending_orders.customer_address as address',
    ])
    .where('pending_orders.user_id', '=', userId)
    .orderBy('payments.id')
    .execute()
}

export function selectSessions(db: Db, userId: UserId) {
  return db
    .selectFrom('sessions')
    .select([
      'created_at as createdAt',
      sql<Date>`coalesce(last_used_at, created_at)`.as('lastUsedAt'),
      'expires_at as expiresAt',
      'device',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export function selectUploadedImages(db: Db, userId: UserId) {
  return db
    .selectFrom('images')
    .select(['name', 'created_at as createdAt'])
    .where('uploaded_by', '=', userId)
    .orderBy('id')
    .execute()
}

export function selectCreatedProducts(db: Db, userId: UserId) {
  return db
    .selectFrom('merchandise_products')
    .select(['id', 'name', 'description'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
}

export async function selectReadNews(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('news_reads')
    .select('news_id as newsId')
    .where('user_id', '=', userId)
    .orderBy('news_id')
    .execute()
  return rows.map(({ newsId }) => newsId)
}

export function selectAccountMoments(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .select(['created_at as registeredAt', 'last_login_at as lastLoginAt', 'second_factor_since as secondFactorSince'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
