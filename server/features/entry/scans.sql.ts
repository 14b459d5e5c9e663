import { sql } from 'kysely'
import type { EntryRefusal, EntryVerdict, ScanDirection } from '#domain/entry.ts'
import type { Admission, PassedScan } from '#domain/entry-replay.ts'
import type { EntryDeviceId, ShowId, TicketId } from '#domain/ids.ts'
import type { PlaceType } from '#domain/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** A judged scan to be stored. `scannedAt`: null for now. `phoneVerdict`: null unless the phone decided. */
export type NewScan = {
  key: string
  number: number
  showId: ShowId
  ticketId: TicketId | null
  issue: number | null
  direction: ScanDirection
  verdict: EntryVerdict
  reason: EntryRefusal | null
  phoneVerdict: EntryVerdict | null
  scannedAt: Date | null
  overruled: string | null
}

/** Inserts scans of a device. Leaves out those whose keys it used before. */
export async function insertScans(tx: Tx, deviceId: EntryDeviceId, scans: readonly NewScan[]): Promise<void> {
  if (scans.length === 0) return
  await sql`
    insert into scans (
      device_id, scan_key, number, event_show_id, ticket_id, issue, direction, verdict, reason, phone_verdict, scanned_at,
      is_offline, overruled)
    select ${deviceId}, "key"::uuid, number, "showId", "ticketId", issue, direction, verdict, reason, "phoneVerdict",
      coalesce("scannedAt", date_trunc('milliseconds', shop_now())), "phoneVerdict" is not null, overruled
    from json_to_recordset(${JSON.stringify(scans)}::json) as scan (
      "key" text, number int, "showId" int, "ticketId" int, issue int, direction text, verdict text, reason text,
      "phoneVerdict" text, "scannedAt" timestamptz, overruled text)
    on conflict (device_id, scan_key) do nothing`.execute(tx)
}

/** Reads stored scans of a device by their keys, each with its seat, and whether its admission is a double. */
export async function selectScans(db: Db | Tx, deviceId: EntryDeviceId, keys: readonly string[]) {
  const { rows } = await sql<{
    key: string
    verdict: EntryVerdict
    reason: EntryRefusal | null
    isDouble: boolean
    showId: ShowId
    ticketId: TicketId | null
  }>`
    select scans.scan_key as key, scans.verdict, scans.reason, coalesce(admissions.is_double, false) as "isDouble",
      scans.event_show_id as "showId", scans.ticket_id as "ticketId"
    from scans left join admissions on admissions.scan_id = scans.id
    where scans.device_id = ${deviceId} and scans.scan_key = any(${keys}::uuid[])`.execute(db)
  return rows
}

/** Reads what a phone shows of a ticket: its seat, its show, and its first admission. */
export async function selectShownTicket(db: Db | Tx, ticketId: TicketId) {
  const { rows } = await sql<{
    sectorName: string
    rowName: string
    seatNumber: number
    placeType: PlaceType
    eventTitle: string
    startTime: Date
    timeZone: string
    admittedAt: Date | null
    gateName: string | null
  }>`
    select sectors.name as "sectorName", places.row_name as "rowName", places.seat_number as "seatNumber",
      places.place_type as "placeType", events.title as "eventTitle", event_shows.starts_at as "startTime",
      locations.time_zone as "timeZone", admissions.admitted_at as "admittedAt", gates.name as "gateName"
    from tickets
    join places on places.id = tickets.place_id
    join sectors on sectors.id = places.sector_id
    join event_shows on event_shows.id = tickets.event_show_id
    join events on events.id = event_shows.event_id
    join locations on locations.id = event_shows.location_id
    left join admissions on admissions.ticket_id = tickets.id and admissions.number = 1
    left join gates on gates.id = admissions.gate_id
    where tickets.id = ${ticketId}`.execute(db)
  return rows[0]
}

/** Reads all scans of tickets that let somebody in or out. */
export function selectPassedScans(
  tx: Tx,
  ticketIds: readonly TicketId[],
): Promise<(PassedScan & { ticketId: TicketId })[]> {
  return tx
    .selectFrom('scans')
    .innerJoin('entry_devices', 'entry_devices.id', 'scans.device_id')
    .select([
      'scans.id',
      'scans.ticket_id as ticketId',
      'scans.scan_key as key',
      'scans.direction',
      'scans.scanned_at as at',
      'entry_devices.gate_id as gateId',
    ])
    .where('scans.ticket_id', 'in', ticketIds)
    .where('scans.verdict', '!=', 'REFUSED')
    .$narrowType<{ ticketId: TicketId }>()
    .execute()
}

/** Reads the admissions of tickets, in the order of their numbers. */
export function selectAdmissions(
  tx: Tx,
  ticketIds: readonly TicketId[],
): Promise<(Admission & { ticketId: TicketId })[]> {
  return tx
    .selectFrom('admissions')
    .select([
      'ticket_id as ticketId',
      'number',
      'scan_id as scanId',
      'gate_id as gateId',
      'admitted_at as admittedAt',
      'left_at as leftAt',
      'is_double as isDouble',
    ])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('ticket_id')
    .orderBy('number')
    .execute()
}

/** Writes the admissions of tickets, which have at least as many as before. */
export async function writeAdmissions(
  tx: Tx,
  admissions: readonly (Admission & { ticketId: TicketId })[],
): Promise<void> {
  if (admissions.length === 0) return
  await sql`
    insert into admissions (ticket_id, number, scan_id, gate_id, admitted_at, left_at, is_double)
    select "ticketId", number, "scanId", "gateId", "admittedAt", "leftAt", "isDouble"
    from json_to_recordset(${JSON.stringify(admissions)}::json) as admission (
      "ticketId" int, number smallint, "scanId" bigint, "gateId" int, "admittedAt" timestamptz, "leftAt" timestamptz,
      "isDouble" boolean)
    order by "ticketId", number
    on conflict (ticket_id, number) do update set scan_id = excluded.scan_id, gate_id = excluded.gate_id,
      admitted_at = excluded.admitted_at, left_at = excluded.left_at, is_double = excluded.is_double`.execute(tx)
}

/** Tells whether somebody was admitted with a ticket. Takes the table of tickets. */
export const isTicketUsed = sql<boolean>`exists (select from admissions where admissions.ticket_id = tickets.id)`
