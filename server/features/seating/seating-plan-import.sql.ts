import { sql } from 'kysely'
import type { LocationId, SeatingPlanId, SectorId } from '#domain/ids.ts'
import type { PlannedSector } from '#domain/seating-plan/planned-sector.ts'
import type { PlannedVenue } from '#domain/seating-plan/plan-venue.ts'
import type { Tx } from '#server/db/connection.ts'

/** Blocks other imports of plans until the transaction ends. */
export async function lockSeatingPlans(tx: Tx): Promise<void> {
  await sql`lock table seating_plans in share row exclusive mode`.execute(tx)
}

/** Inserts a plan with its sectors and places, in their order, for a location if one is given. */
export async function insertSeatingPlan(
  tx: Tx,
  venue: PlannedVenue,
  locationId: LocationId | null = null,
): Promise<SeatingPlanId> {
  const { id } = await tx
    .insertInto('seating_plans')
    .values({
      name: venue.name,
      aspect: venue.aspect,
      focal_x: venue.focalPoint.x,
      focal_y: venue.focalPoint.y,
      location_id: locationId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sectorIds = await insertSectors(tx, id, venue.sectors)
  await insertPlaces(tx, venue.sectors, sectorIds)
  return id
}

/** A statement takes 65,535 parameters. */
const SECTORS_AT_ONCE = 1_000

async function insertSectors(tx: Tx, planId: SeatingPlanId, sectors: readonly PlannedSector[]): Promise<SectorId[]> {
  const ids: SectorId[] = []
  for (let first = 0; first < sectors.length; first += SECTORS_AT_ONCE) {
    ids.push(...(await insertSomeSectors(tx, planId, sectors.slice(first, first + SECTORS_AT_ONCE))))
  }
  return ids
}

async function insertSomeSectors(tx: Tx, planId: SeatingPlanId, some: readonly PlannedSector[]): Promise<SectorId[]> {
  const rows = await tx
    .insertInto('sectors')
    .values(
      some.map((sector) => ({
        seating_plan_id: planId,
        name: sector.name,
        x: sector.x,
        y: sector.y,
        width: sector.width,
        height: sector.height,
        outline: sector.outline,
        is_available: sector.isAvailable,
        price_percent: sector.pricePercent,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Inserts all places by one statement. The 50,000 of a stadium take a second. */
async function insertPlaces(tx: Tx, sectors: readonly PlannedSector[], sectorIds: readonly SectorId[]): Promise<void> {
  const places = sectors.flatMap((sector, index) =>
    sector.places.map((place) => ({ ...place, sector: sectorIds[index] })),
  )
  await sql`
    insert into places (sector_id, place_type, row_name, seat_number, x, y, width, height, capacity, kind)
    select sector_id, place_type, row_name, seat_number, x, y, width, height, capacity, kind
    from unnest(
      ${places.map(({ sector }) => sector)}::int[],
      ${places.map(({ placeType }) => placeType)}::text[],
      ${places.map(({ rowName }) => rowName)}::text[],
      ${places.map(({ seatNumber }) => seatNumber)}::int[],
      ${places.map(({ x }) => x)}::real[],
      ${places.map(({ y }) => y)}::real[],
      ${places.map(({ width }) => width)}::real[],
      ${places.map(({ height }) => height)}::real[],
      ${places.map(({ capacity }) => capacity)}::int[],
      ${places.map(({ kind }) => kind ?? null)}::text[]
    ) with ordinality
      as place (sector_id, place_type, row_name, seat_number, x, y, width, height, capacity, kind, position)
    order by position`.execute(tx)
}
