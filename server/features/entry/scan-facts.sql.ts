import { sql } from 'kysely'
import type { EntryRefusal, EntryVerdict } from '#domain/entry/entry.ts'
import type { PassedScan } from '#domain/entry/entry-replay.ts'
import type { EntryDeviceId, EventId, SectorId, ShowId, TicketId } from '#domain/ids.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Tx } from '#server/db/connection.ts'
import { isInvoiceDisputed } from '#server/features/orders/payments/refunds.sql.ts'
import type { ScannedTicket } from './entry-tickets.sql.ts'
import { countsAtShow } from './scans.sql.ts'

type Scans = { deviceId: EntryDeviceId; showId: ShowId; ticketIds: readonly TicketId[] }
type LockedShow = {
  eventId: EventId
  doorsOpenAt: Date | null
  reEntry: boolean
  isCancelled: boolean
  liveCodes: boolean
  /** The sectors of the plan that the device's gate serves alone. Empty if it serves all, or is of another location. */
  servedSectorIds: SectorId[]
  now: Date
}

/**
 * Keeps the device from being revoked and the show from being changed, then locks the tickets in the lock order. Reads
 * the rules of the show. A later statement must read the tickets, because this one sees other tables as they were
 * before it waited. Undefined for a device that was revoked meanwhile, and without a show if that was deleted.
 */
export async function lockScans(
  tx: Tx,
  { deviceId, showId, ticketIds }: Scans,
): Promise<{ show: LockedShow | undefined } | undefined> {
  const { rows } = await sql<LockedShow & { isThere: boolean }>`
    with device as materialized (
      select gate_id from entry_devices where id = ${deviceId} and revoked_at is null for share
    ), show as materialized (
      select * from event_shows where id = ${showId} and exists (select from device) for share
    ), locked as materialized (
      select tickets.id from tickets where id = any(${ticketIds}::int[]) and exists (select from show)
      order by event_show_id, place_id, id for update
    )
    select show.id is not null as "isThere", event_id as "eventId",
      greatest(doors_open_at, admissions_from) as "doorsOpenAt", re_entry as "reEntry",
      cancelled_at is not null as "isCancelled", live_codes as "liveCodes", shop_now() as now,
      array(
        select sectors.id from gates
        join gate_sectors on gate_sectors.gate_id = gates.id join sectors on sectors.id = gate_sectors.sector_id
        where gates.id = device.gate_id and gates.location_id = show.location_id
          and sectors.seating_plan_id = show.seating_plan_id
      ) as "servedSectorIds",
      (select count(*) from locked) as locked
    from device left join show on true`.execute(tx)
  const [row] = rows
  return row && { show: row.isThere ? row : undefined }
}

/** A ticket with all that a phone shows of it, and its scans that let somebody in or out. */
export type TicketFacts = ScannedTicket & {
  sectorName: string
  rowName: string
  seatNumber: number
  placeType: PlaceType
  eventTitle: string
  startTime: Date
  timeZone: string
  passed: (PassedScan & { gateName: string | null })[]
}
/** A scan whose key the device has used before. */
type KnownScan = { verdict: EntryVerdict; reason: EntryRefusal | null; isDouble: boolean }
export type ScanFacts = { now: Date; known: KnownScan | null; ticket: TicketFacts | undefined }

type Scan = { deviceId: EntryDeviceId; key: string; ticketId: TicketId | undefined; disputesBlock: boolean }

/** Reads what judges a scan and describes it, after its ticket was locked. The ticket of a known scan is its own. */
export async function selectScanFacts(tx: Tx, { deviceId, key, ticketId, disputesBlock }: Scan): Promise<ScanFacts> {
  const { rows } = await sql<Omit<ScanFacts, 'ticket'> & (TicketFacts | { id: null })>`
    with known as (
      select scans.ticket_id, verdict, reason, coalesce(is_double, false) as is_double
      from scans left join admissions on admissions.scan_id = scans.id
      where device_id = ${deviceId} and scan_key = ${key}::uuid
    ), asked as (
      select case when exists (select from known) then (select ticket_id from known) else ${ticketId ?? null}::int end as id
    )
    select date_trunc('milliseconds', shop_now()) as now,
      (select json_build_object('verdict', verdict, 'reason', reason, 'isDouble', is_double) from known) as known,
      tickets.id, tickets.state, tickets.issue, tickets.event_show_id as "showId", tickets.place_id as "placeId",
      ${disputesBlock ? isInvoiceDisputed('tickets.invoice_id') : sql`false`} as "isDisputed",
      sectors.id as "sectorId", sectors.name as "sectorName", places.row_name as "rowName",
      places.seat_number as "seatNumber", places.place_type as "placeType", event_shows.event_id as "eventId",
      events.title as "eventTitle", event_shows.starts_at as "startTime", locations.time_zone as "timeZone",
      (
        select coalesce(json_agg(json_build_object(
          'id', scans.id, 'key', scan_key, 'direction', scans.direction, 'at', scanned_at, 'gateId', gates.id,
          'gateName', gates.name)), '[]')
        from scans
        join entry_devices on entry_devices.id = scans.device_id
        left join gates on gates.id = entry_devices.gate_id
        where scans.ticket_id = tickets.id and scans.verdict <> 'REFUSED' and ${countsAtShow}
      ) as passed
    from asked
    left join (
      tickets
      join places on places.id = tickets.place_id
      join sectors on sectors.id = places.sector_id
      join event_shows on event_shows.id = tickets.event_show_id
      join events on events.id = event_shows.event_id
      join locations on locations.id = event_shows.location_id
    ) on tickets.id = asked.id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The statement always has one row.')
  const { now, known, ...ticket } = row
  if (ticket.id === null) return { now, known, ticket: undefined }
  const passed = ticket.passed.map((scan) => ({ ...scan, at: new Date(scan.at) }))
  return { now, known, ticket: { ...ticket, passed } }
}
