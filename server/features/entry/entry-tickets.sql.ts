import { type RawBuilder, sql } from 'kysely'
import type { SetTicket } from '#domain/entry/entry-set.ts'
import type { PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { isInvoiceDisputed } from '#server/features/orders/payments/refunds.sql.ts'

type Filter = { showId: ShowId; disputesBlock: boolean; placeIds?: readonly PlaceId[] }

/** Reads the bought and refunded tickets of a show, or of some of its places, as scanners know them, by id. */
export async function selectSetTickets(db: Db, filter: Filter): Promise<SetTicket[]> {
  const { rows } = await sql<SetTicket>`${setTickets(filter)} order by tickets.id`.execute(db)
  return rows
}

function setTickets({ showId, disputesBlock, placeIds }: Filter): RawBuilder<SetTicket> {
  const isAsked = sql`tickets.event_show_id = ${showId}
    ${placeIds ? sql`and tickets.place_id = any(${placeIds}::int[])` : sql``}`
  return sql`
    select tickets.id, tickets.issue, tickets.state = 'REFUNDED' as "isRefunded",
      ${disputesBlock ? isInvoiceDisputed('tickets.invoice_id') : sql`false`} as "isDisputed",
      case when admitted.people is null then 'NEVER' when admitted.inside > 0 then 'INSIDE' else 'LEFT' end as presence
    from tickets
    left join (
      select admissions.ticket_id, count(*) as people, count(*) filter (where left_at is null) as inside
      from admissions join tickets on tickets.id = admissions.ticket_id
      where ${isAsked}
      group by admissions.ticket_id
    ) admitted on admitted.ticket_id = tickets.id
    where ${isAsked} and tickets.state in ('BOUGHT', 'REFUNDED')`
}

/**
 * Computes a fingerprint of what `selectSetTickets` reads of a show, in the database, so that no ticket leaves it.
 * Equal sets have equal fingerprints; sets that differ have different ones, but for a chance of one in 2^64.
 */
export async function selectTicketsFingerprint(db: Db, filter: Filter): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(ticket::text, 0)), 0) as fingerprint
    from (${setTickets(filter)}) ticket`.execute(db)
  return rows[0]?.fingerprint ?? ''
}

/** Limits the refunded tickets whose typed codes are told as refunded. Those of older ones are unknown. */
const KNOWN_REFUNDED = 20_000

type Issue = { id: TicketId; issue: number }

/** Lists the bought tickets of a show, and the latest refunded ones, with their issues. */
export async function selectIssues(db: Db, showId: ShowId, knownRefunded = KNOWN_REFUNDED): Promise<Issue[]> {
  const { rows } = await sql<Issue>`
    select id, issue from tickets where event_show_id = ${showId} and state = 'BOUGHT'
    union all (
      select id, issue from tickets where event_show_id = ${showId} and state = 'REFUNDED'
      order by id desc limit ${knownRefunded}
    )`.execute(db)
  return rows
}

/** Reads what judges scans of tickets, after these were locked. */
export function selectScannedTickets(tx: Tx, ticketIds: readonly TicketId[], disputesBlock: boolean) {
  return tx
    .selectFrom('tickets')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('event_shows', 'event_shows.id', 'tickets.event_show_id')
    .select([
      'tickets.id',
      'tickets.state',
      'tickets.issue',
      'tickets.event_show_id as showId',
      'tickets.place_id as placeId',
      'places.sector_id as sectorId',
      'event_shows.event_id as eventId',
      (disputesBlock ? isInvoiceDisputed('tickets.invoice_id') : sql<boolean>`false`).as('isDisputed'),
    ])
    .where('tickets.id', 'in', ticketIds)
    .execute()
}

export type ScannedTicket = Awaited<ReturnType<typeof selectScannedTickets>>[number]
