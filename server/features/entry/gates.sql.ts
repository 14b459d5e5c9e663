import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listGates } from '#contract/admin-gates.ts'
import type { GateId, LocationId, SectorId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

type GatesOfLocation = ReplyOf<typeof listGates>
export type LockedGate = { name: string; version: number; sectorIds: SectorId[]; sectorNames: string[] }

/** Lists the gates of a location by name, with their sectors of all plans. */
export async function selectGates(db: Db, locationId: LocationId): Promise<GatesOfLocation['gates']> {
  const { rows } = await sql<GatesOfLocation['gates'][number]>`
    select id, name, version,
      array(select sector_id from gate_sectors where gate_id = gates.id order by 1) as "sectorIds"
    from gates where location_id = ${locationId} order by name, id`.execute(db)
  return rows
}

/** Lists the plans of a location and of its coming shows by name, with their sectors. */
export async function selectPlansOfLocation(db: Db, locationId: LocationId): Promise<GatesOfLocation['plans']> {
  const { rows } = await sql<GatesOfLocation['plans'][number]>`
    select id, name, (
      select coalesce(json_agg(json_build_object('id', sectors.id, 'name', sectors.name) order by sectors.id), '[]')
      from sectors where seating_plan_id = seating_plans.id) as sectors
    from seating_plans
    where location_id = ${locationId} and retired_at is null
      or id in (select seating_plan_id from event_shows where location_id = ${locationId} and ends_at > shop_now())
    order by name, id`.execute(db)
  return rows
}

/** Reads the name of a location, and keeps it from being deleted. Undefined for an unknown one. */
export async function keepLocation(tx: Tx, locationId: LocationId): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from locations where id = ${locationId} for key share`.execute(tx)
  return rows[0]?.name
}

/** Inserts a gate at a location. Undefined if the location has one of this name. */
export async function insertGate(tx: Tx, locationId: LocationId, name: string): Promise<GateId | undefined> {
  const { rows } = await sql<{ id: GateId }>`
    insert into gates (location_id, name) values (${locationId}, ${name})
    on conflict (location_id, name) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Locks a gate together with its location, so that no other gate takes its new name. Undefined for an unknown one. */
export async function lockGate(tx: Tx, gateId: GateId): Promise<{ id: LocationId; name: string } | undefined> {
  const { rows } = await sql<{ id: LocationId; name: string }>`
    select locations.id, locations.name from gates join locations on locations.id = location_id
    where gates.id = ${gateId} for update`.execute(tx)
  return rows[0]
}

/**
 * Tells whether a gate of this id was created, and perhaps deleted since. Also true of the few numbers that were
 * skipped because a location had a gate of the name.
 */
export async function selectWasGate(tx: Tx, gateId: GateId): Promise<boolean> {
  const { rows } = await sql<{ isGiven: boolean | null }>`
    select last_value >= ${gateId} as "isGiven" from pg_sequences
    where schemaname = 'public' and sequencename = 'gates_id_seq'`.execute(tx)
  return rows[0]?.isGiven === true
}

/** Reads a locked gate with the names of its sectors, each once. */
export async function selectLockedGate(tx: Tx, gateId: GateId): Promise<LockedGate | undefined> {
  const { rows } = await sql<LockedGate>`
    select name, version,
      array(select sector_id from gate_sectors where gate_id = gates.id order by 1) as "sectorIds",
      array(
        select distinct sectors.name from gate_sectors join sectors on sectors.id = sector_id
        where gate_id = gates.id order by 1) as "sectorNames"
    from gates where id = ${gateId}`.execute(tx)
  return rows[0]
}

/** Raises the version of a locked gate. */
export async function raiseGateVersion(tx: Tx, gateId: GateId): Promise<void> {
  await sql`update gates set version = version + 1 where id = ${gateId}`.execute(tx)
}

/** Renames a locked gate. Returns false if its location has another gate of this name. */
export async function renameGate(tx: Tx, gateId: GateId, name: string): Promise<boolean> {
  const { rows } = await sql`
    update gates set name = ${name} where id = ${gateId} and not exists (
      select from gates as others
      where others.location_id = gates.location_id and others.name = ${name} and others.id <> ${gateId})
    returning id`.execute(tx)
  return rows.length > 0
}

/** Replaces the sectors that a gate serves. Leaves out sectors that do not exist. */
export async function replaceGateSectors(tx: Tx, gateId: GateId, sectorIds: readonly SectorId[]): Promise<void> {
  await sql`
    delete from gate_sectors where gate_id = ${gateId} and sector_id <> all(${sectorIds}::int[])`.execute(tx)
  await sql`
    insert into gate_sectors (gate_id, sector_id) select ${gateId}, id from sectors where id = any(${sectorIds}::int[])
    on conflict do nothing`.execute(tx)
}

/** Describes a gate for the log: its name and the names of its sectors. */
export async function describeGate(tx: Tx, gateId: GateId): Promise<string> {
  const { rows } = await sql<{ description: string }>`
    select gates.name || coalesce(': ' || (
      select string_agg(distinct sectors.name, ', ')
      from gate_sectors join sectors on sectors.id = sector_id where gate_id = gates.id), '') as description
    from gates where id = ${gateId}`.execute(tx)
  return rows[0]?.description ?? ''
}
