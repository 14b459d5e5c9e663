import { sql } from 'kysely'
import type { EntryRefusal, EntryVerdict, ScanDirection } from '#domain/entry/entry.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'

type ScanRow = {
  id: number
  scanner: string
  number: number
  pairedBy: string
  gate: string | null
  direction: ScanDirection
  verdict: EntryVerdict
  reason: EntryRefusal | null
  phoneVerdict: EntryVerdict | null
  overruled: string | null
  ticketId: TicketId | null
  sector: string | null
  row: string | null
  seat: number | null
  isDouble: boolean
  /** By the clock of the venue, such as `2026-11-23 19:04:59`. */
  scannedLocal: string
  scannedAt: Date
  receivedAt: Date
}

/** Finds the scans of a show, refused or not, in the order of their times. */
export function findScanRows(_tx: Tx, { showId }: { showId: ShowId }) {
  return sql<ScanRow>`
    select scans.id::int, entry_devices.name as scanner, scans.number, users.email as "pairedBy", gates.name as gate,
      scans.direction, scans.verdict, scans.reason, scans.phone_verdict as "phoneVerdict", scans.overruled,
      scans.ticket_id as "ticketId", sectors.name as sector, places.row_name as row, places.seat_number as seat,
      coalesce(admissions.is_double, false) as "isDouble",
      to_char(scans.scanned_at at time zone locations.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "scannedLocal",
      scans.scanned_at as "scannedAt", scans.received_at as "receivedAt"
    from scans
    join event_shows on event_shows.id = scans.event_show_id
    join locations on locations.id = event_shows.location_id
    join entry_devices on entry_devices.id = scans.device_id
    join users on users.id = entry_devices.paired_by
    left join gates on gates.id = entry_devices.gate_id
    left join admissions on admissions.scan_id = scans.id
    left join tickets on tickets.id = scans.ticket_id
    left join places on places.id = tickets.place_id
    left join sectors on sectors.id = places.sector_id
    where scans.event_show_id = ${showId}
    order by scans.scanned_at, scans.id`
}
