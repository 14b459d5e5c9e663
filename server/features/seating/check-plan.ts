import type { CheckedPlan } from '#contract/seating-plans.ts'
import { byPlaceType, kindTexts, PLACE_KINDS } from '#domain/tickets/places.ts'
import type { PlannedSector } from '#domain/seating-plan/planned-sector.ts'
import { capacityOf } from '#domain/seating-plan/plan-venue.ts'
import type { Db } from '#server/db/connection.ts'
import { isPlanName } from './plan-uses.sql.ts'
import type { PlanFileReading } from './read-plan-file.ts'

/** Summarises a plan file that was read, and tells whether another plan has its name. */
export async function checkPlan(db: Db, { venue, moved }: PlanFileReading): Promise<CheckedPlan> {
  const { name, aspect, focalPoint, sectors } = venue
  const places = sectors.flatMap((sector) => sector.places)
  const kinds = PLACE_KINDS.flatMap((kind) => {
    const count = places.filter((place) => place.kind === kind).length
    return count > 0 ? [`${kindTexts[kind]}: ${count}`] : []
  })
  return {
    name,
    aspect,
    focalPoint,
    ...capacityOf(venue),
    isNameTaken: await isPlanName(db, name),
    moved,
    kinds,
    sectors: sectors.map(summaryOf),
  }
}

function summaryOf({ places, ...sector }: PlannedSector) {
  const { SITTING: seats, STANDING: rooms } = byPlaceType(places)
  const percent = (share: number, from: number, size: number) => Math.round((from + (share * size) / 100) * 100) / 100
  return {
    ...sector,
    rows: new Set(seats.map(({ rowName }) => rowName)).size,
    seats: seats.length,
    standing: rooms.reduce((sum, { capacity }) => sum + capacity, 0),
    points: seats.flatMap(({ x, y, width, height }) => [
      percent(x + width / 2, sector.x, sector.width),
      percent(y + height / 2, sector.y, sector.height),
    ]),
  }
}
