import { type RawBuilder, sql } from 'kysely'
import type { EntryRefusal, EntryVerdict, ScanDirection } from '#domain/entry/entry.ts'
import type { Admission, PassedScan } from '#domain/entry/entry-replay.ts'
import type { EntryDeviceId, ScanId, ShowId, TicketId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** The id of a scan that is not stored yet. */
export const NEW_SCAN = 0 as ScanId

/** A judged scan to be stored. `phoneVerdict`: null unless the phone decided. */
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
  scannedAt: Date
  overruled: string | null
}

/** Inserts scans of a device. Leaves out those whose keys it used before. */
export async function insertScans(tx: Tx, deviceId: EntryDeviceId, scans: readonly NewScan[]): Promise<void> {
  if (scans.length > 0) await insertion(deviceId, scans).execute(tx)
}

/**
 * Inserts a scan and writes the admissions of its ticket, where the scan is named by `NEW_SCAN`. Returns false, and
 * writes nothing, if the device used its key before.
 */
export async function insertScanWithAdmissions(
  tx: Tx,
  deviceId: EntryDeviceId,
  scan: NewScan,
  admissions: readonly TicketAdmission[],
): Promise<boolean> {
  const { rows } = await sql`
    with inserted as (${insertion(deviceId, [scan])} returning id),
    written as (${admissionsUpsert(admissions, sql`inserted`)})
    select id from inserted`.execute(tx)
  return rows.length > 0
}

const insertion = (deviceId: EntryDeviceId, scans: readonly NewScan[]) => sql`
  insert into scans (
    device_id, scan_key, number, event_show_id, ticket_id, issue, direction, verdict, reason, phone_verdict, scanned_at,
    is_offline, overruled)
  select ${deviceId}, "key"::uuid, number, "showId", "ticketId", issue, direction, verdict, reason, "phoneVerdict",
    "scannedAt", "phoneVerdict" is not null, overruled
  from json_to_recordset(${JSON.stringify(scans)}::json) as scan (
    "key" text, number int, "showId" int, "ticketId" int, issue int, direction text, verdict text, reason text,
    "phoneVerdict" text, "scannedAt" timestamptz, overruled text)
  on conflict (device_id, scan_key) do nothing`

/** Reads stored scans of a device by their keys, and whether the admission of each its admission is a double. */
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

/** Tells whether a scan counts at its show. Takes the tables of scans and shows. */
export const countsAtShow = sql<boolean>`scans.scanned_at >= coalesce(event_shows.admissions_from, '-infinity')`

type ScansOf = { ticketIds: readonly TicketId[] } | { showId: ShowId }

/** Reads the scans of tickets or a show that let somebody in or out, since the show was postponed. */
export function selectPassedScans(tx: Tx, of: ScansOf): Promise<(PassedScan & { ticketId: TicketId })[]> {
  return tx
    .selectFrom('scans')
    .innerJoin('entry_devices', 'entry_devices.id', 'scans.device_id')
    .innerJoin('event_shows', 'event_shows.id', 'scans.event_show_id')
    .select([
      'scans.id',
      'scans.ticket_id as ticketId',
      'scans.scan_key as key',
      'scans.direction',
      'scans.scanned_at as at',
      'entry_devices.gate_id as gateId',
    ])
    .where(
      'showId' in of
        ? sql<boolean>`scans.event_show_id = ${of.showId}`
        : sql<boolean>`scans.ticket_id = any(${of.ticketIds}::int[])`,
    )
    .where('scans.ticket_id', 'is not', null)
    .where('scans.verdict', '!=', 'REFUSED')
    .where(countsAtShow)
    .$narrowType<{ ticketId: TicketId }>()
    .execute()
}

/** Counts such scans of tickets. Tickets without any are missing. */
export async function countPassedScans(tx: Tx, ticketIds: readonly TicketId[]): Promise<Map<TicketId, number>> {
  const { rows } = await sql<{ ticketId: TicketId; passes: number }>`
    select ticket_id as "ticketId", count(*) as passes
    from scans join event_shows on event_shows.id = scans.event_show_id
    where ${countsAtShow} and ticket_id = any(${ticketIds}::int[]) and verdict <> 'REFUSED' group by 1`.execute(tx)
  return new Map(rows.map(({ ticketId, passes }) => [ticketId, passes]))
}

/** An admission of a ticket. */
type TicketAdmission = Admission & { ticketId: TicketId }

/** Writes the admissions of tickets, which have at least as many as before. */
export async function writeAdmissions(tx: Tx, admissions: readonly TicketAdmission[]): Promise<void> {
  if (admissions.length === 0) return
  await admissionsUpsert(admissions, sql`(select ${NEW_SCAN}::bigint as id)`).execute(tx)
}

/** `newScan`: a table with the id of the scan that `NEW_SCAN` names. Nothing is written if it is empty. */
const admissionsUpsert = (admissions: readonly TicketAdmission[], newScan: RawBuilder<unknown>) => sql`
  insert into admissions (ticket_id, number, scan_id, gate_id, admitted_at, left_at, is_double)
  select "ticketId", number, case "scanId" when ${NEW_SCAN} then new_scan.id else "scanId" end, "gateId", "admittedAt",
    "leftAt", "isDouble"
  from json_to_recordset(${JSON.stringify(admissions)}::json) as admission (
    "ticketId" int, number smallint, "scanId" bigint, "gateId" int, "admittedAt" timestamptz, "leftAt" timestamptz,
    "isDouble" boolean)
  cross join ${newScan} as new_scan
  order by "ticketId", number
  on conflict (ticket_id, number) do update set scan_id = excluded.scan_id, gate_id = excluded.gate_id,
    admitted_at = excluded.admitted_at, left_at = excluded.left_at, is_double = excluded.is_double`

type AdmissionsFrom = { from: Date; isPostponed: boolean }

/**
 * Sets from when scans of a locked show count, if it is postponed. If it was postponed before, they may count from
 * earlier on now, as it was moved back. Returns the rules of its entry in both cases.
 */
export async function updateAdmissionsFrom(tx: Tx, showId: ShowId, { from, isPostponed }: AdmissionsFrom) {
  return tx
    .updateTable('event_shows')
    .set({ admissions_from: isPostponed ? from : sql<Date>`least(admissions_from, ${from}::timestamptz)` })
    .where('id', '=', showId)
    .$if(!isPostponed, (update) => update.where('admissions_from', 'is not', null))
    .returning('re_entry as reEntry')
    .executeTakeFirst()
}

/** Deletes the admissions of a show, whose scans stay stored. */
export async function deleteAdmissionsOfShow(tx: Tx, showId: ShowId): Promise<void> {
  await sql`
    delete from admissions using tickets
    where tickets.id = admissions.ticket_id and tickets.event_show_id = ${showId}`.execute(tx)
}

/** Tells whether somebody was admitted with a ticket. Takes the table of tickets. */
export const isTicketUsed = sql<boolean>`exists (select from admissions where admissions.ticket_id = tickets.id)`
