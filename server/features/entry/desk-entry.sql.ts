import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getShowEntry } from '#contract/admin-entry.ts'
import type { EntryRefusal } from '#domain/entry/entry.ts'
import type { EntryDeviceId, GateId, LocationId, SectorId, ShowId, TicketId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { publishEntryAfterCommit } from '#server/db/publish-after-commit.ts'

const LISTED = 100
const MINUTES = 60

/** Lists the paired scanners of a show, working ones first, with their scans and those that never arrived. */
export async function selectScanners(db: Db, showId: ShowId) {
  const { rows } = await sql<{
    id: EntryDeviceId
    name: string
    gateName: string | null
    direction: ReplyOf<typeof getShowEntry>['scanners'][number]['direction']
    isSupervisor: boolean
    pairedAt: Date
    lastSeenAt: Date
    revokedAt: Date | null
    scans: number
    missing: number
  }>`
    select entry_devices.id, entry_devices.name, gates.name as "gateName", direction, is_supervisor as "isSupervisor",
      paired_at as "pairedAt", last_seen_at as "lastSeenAt", revoked_at as "revokedAt", made.scans::int,
      made.highest - made.numbers as missing
    from entry_devices
    left join gates on gates.id = entry_devices.gate_id
    cross join lateral (
      select count(*) as scans, count(distinct number)::int as numbers, coalesce(max(number), 0) as highest
      from scans where device_id = entry_devices.id
    ) made
    where entry_devices.show_ids @> array[${showId}::int] and token_hash is not null
    order by revoked_at is not null, entry_devices.name, entry_devices.id`.execute(db)
  return rows
}

/** Lists the sectors of a show's plan with bought tickets and people admitted. */
export async function selectSectorFigures(db: Db, showId: ShowId) {
  const { rows } = await sql<{ id: SectorId; name: string; expected: number; admitted: number }>`
    select sectors.id, sectors.name, count(tickets.id) filter (where tickets.state = 'BOUGHT')::int as expected,
      coalesce(sum(people.admitted), 0)::int as admitted
    from event_shows
    join sectors on sectors.seating_plan_id = event_shows.seating_plan_id
    join places on places.sector_id = sectors.id
    left join tickets on tickets.place_id = places.id and tickets.event_show_id = event_shows.id
    left join lateral (select count(*) as admitted from admissions where ticket_id = tickets.id) people on true
    where event_shows.id = ${showId}
    group by sectors.id order by sectors.id`.execute(db)
  return rows
}

/** Counts the people admitted by minute, the latest first. */
export async function selectMinutes(db: Db, showId: ShowId) {
  const { rows } = await sql<{ at: Date; admitted: number }>`
    select date_trunc('minute', admitted_at) as at, count(*)::int as admitted
    from tickets join admissions on admissions.ticket_id = tickets.id
    where tickets.event_show_id = ${showId}
    group by 1 order by 1 desc limit ${MINUTES}`.execute(db)
  return rows
}

type Seat = { ticketId: TicketId; sectorName: string; rowName: string; seatNumber: number }

/** Lists the latest doubles of a show. */
export async function selectDoubles(db: Db, showId: ShowId) {
  const { rows } = await sql<Seat & { admittedAt: Date; gateName: string | null }>`
    select tickets.id as "ticketId", sectors.name as "sectorName", places.row_name as "rowName",
      places.seat_number as "seatNumber", admitted_at as "admittedAt", gates.name as "gateName"
    from tickets
    join admissions on admissions.ticket_id = tickets.id and is_double
    join places on places.id = tickets.place_id
    join sectors on sectors.id = places.sector_id
    left join gates on gates.id = admissions.gate_id
    where tickets.event_show_id = ${showId}
    order by admitted_at desc limit ${LISTED}`.execute(db)
  return rows
}

/** Lists the latest scans of a show that a phone admitted and the server refused. */
export async function selectConflicts(db: Db, showId: ShowId) {
  const { rows } = await sql<Seat & { scannedAt: Date; scannerName: string; reason: EntryRefusal }>`
    select tickets.id as "ticketId", sectors.name as "sectorName", places.row_name as "rowName",
      places.seat_number as "seatNumber", scanned_at as "scannedAt", entry_devices.name as "scannerName", scans.reason
    from scans
    join tickets on tickets.id = scans.ticket_id
    join places on places.id = tickets.place_id
    join sectors on sectors.id = places.sector_id
    join entry_devices on entry_devices.id = scans.device_id
    where scans.event_show_id = ${showId} and scans.verdict = 'REFUSED' and scans.phone_verdict = 'ADMITTED'
    order by scanned_at desc limit ${LISTED}`.execute(db)
  return rows
}

type Rules = { reEntry: boolean; offlineUnknown: 'ADMIT' | 'ASK'; liveCodes: boolean; doorsOpenAt: Date | null }

/** Locks a show, and reads the rules of its entry. Undefined for an unknown show. */
export function lockEntryRules(
  tx: Tx,
  showId: ShowId,
): Promise<(Rules & { name: string; eventTitle: string; timeZone: string; version: number }) | undefined> {
  return tx
    .selectFrom('event_shows')
    .innerJoin('events', 'events.id', 'event_shows.event_id')
    .innerJoin('locations', 'locations.id', 'event_shows.location_id')
    .select([
      'event_shows.name',
      'event_shows.version',
      'events.title as eventTitle',
      'locations.time_zone as timeZone',
      're_entry as reEntry',
      'offline_unknown as offlineUnknown',
      'live_codes as liveCodes',
      'doors_open_at as doorsOpenAt',
    ])
    .where('event_shows.id', '=', showId)
    .forNoKeyUpdate('event_shows')
    .executeTakeFirst()
}

/** Changes the rules of a show's entry, raises its version, and tells its scanners. */
export async function updateEntryRules(tx: Tx, showId: ShowId, rules: Rules): Promise<void> {
  await tx
    .updateTable('event_shows')
    .set({
      re_entry: rules.reEntry,
      offline_unknown: rules.offlineUnknown,
      live_codes: rules.liveCodes,
      doors_open_at: rules.doorsOpenAt,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', showId)
    .execute()
  publishEntryAfterCommit(tx, [showId])
}

/** Tells the scanners of all shows at a location that have not ended that its gates changed. */
export async function publishGates(tx: Tx, locationId: LocationId): Promise<void> {
  const shows = await tx
    .selectFrom('event_shows')
    .select('id')
    .where('location_id', '=', locationId)
    .where('ends_at', '>', now)
    .execute()
  publishEntryAfterCommit(
    tx,
    shows.map(({ id }) => id),
  )
}

/** Lets a gate serve sectors alone. Leaves out sectors of other plans than the show's. */
export async function insertGateSectors(
  tx: Tx,
  { gateId, showId, sectorIds }: { gateId: GateId; showId: ShowId; sectorIds: readonly SectorId[] },
): Promise<void> {
  await sql`
    insert into gate_sectors (gate_id, sector_id)
    select ${gateId}, sectors.id from event_shows
    join sectors on sectors.seating_plan_id = event_shows.seating_plan_id
    where event_shows.id = ${showId} and sectors.id = any(${sectorIds}::int[])`.execute(tx)
}

/** Deletes a gate, and returns it with its location. Undefined if there is none. */
export async function removeGate(tx: Tx, gateId: GateId) {
  const { rows } = await sql<{ name: string; locationId: LocationId; locationName: string }>`
    delete from gates using locations where gates.id = ${gateId} and locations.id = gates.location_id
    returning gates.name, locations.id as "locationId", locations.name as "locationName"`.execute(tx)
  return rows[0]
}
