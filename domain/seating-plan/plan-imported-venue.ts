import type { PlannedVenue } from './plan-venue.ts'
import { type DrawnPlace, seatAt } from './drawn-places.ts'
import {
  type Box,
  boundingBoxOf,
  centreOf,
  cornersOf,
  expanded,
  oppositeCornersOf,
  pointInPercent,
  rounded,
} from './box.ts'
import { type ImportedPlace, type ImportedSector, groupIntoSectors } from './imported-places.ts'
import { convexHullOf } from './convex-hull.ts'
import { type Focus, makeRoomForStage, type Side, sideTowards, StripAllocator } from './stage-side.ts'
import { Objections } from './objections.ts'
import { plannedSector } from './planned-sector.ts'
import type { PriceList } from './price-list.ts'
import type { Point } from './row-line.ts'
import { medianNeighbourDistance } from './neighbour-distances.ts'

/** A venue read from a plan file of another program. `stage` is the bounding box of its stage, if the file has one. */
export type ImportedVenue = { name: string; places: readonly ImportedPlace[]; stage?: Box | undefined }

/** `focus` takes precedence over the stage of the file. */
type PlanningOptions = { prices: PriceList; focus?: Focus | undefined }

/** Margin around the plan, in seat pitches. */
const MARGIN_PITCHES = 1.5

/** Limits the pitch of a sector to this multiple of the venue's pitch, so that seats far apart are not drawn large. */
const MAX_PITCH_FACTOR = 1.5

/**
 * Plans every sector and place of an imported venue. The stage is at the top unless the file or `focus` says otherwise.
 * Throws a RangeError of up to ten sentences when the file contradicts itself.
 */
export function planImportedVenue(
  { name, places, stage: importedStage }: ImportedVenue,
  { prices, focus }: PlanningOptions,
): PlannedVenue {
  const objections = new Objections()
  const sectors = groupIntoSectors(places, objections)
  if (sectors.length === 0) objections.add('There are no places in this file.')
  prices.checkNames(sectors, objections)
  objections.throwIfAny()

  const venuePitch = pitchOf(sectors)
  const drawnSectors = sectors.map((sector) => {
    const pitch = Math.min(medianNeighbourDistance(seatPoints(sector)) ?? venuePitch, venuePitch * MAX_PITCH_FACTOR)
    return { sector, pitch, drawnPlaces: [...seatsOf(sector, pitch), ...standingWithPosition(sector, pitch)] }
  })
  const stage = focus ? undefined : importedStage
  const corners = [
    ...drawnSectors.flatMap(({ drawnPlaces }) => drawnPlaces.flatMap(({ box }) => oppositeCornersOf(box))),
    ...(stage ? oppositeCornersOf(stage) : []),
  ]
  const bounds = corners.length > 0 ? boundingBoxOf(corners) : { x: 0, y: 0, width: 20 * venuePitch, height: 0 }
  const strips = new StripAllocator(bounds, stageSideOf(focus, stage, bounds), venuePitch)
  for (const { sector, drawnPlaces } of drawnSectors) {
    const withoutPosition = sector.standing.filter(({ at }) => !at)
    drawnPlaces.push(...withoutPosition.map((place) => drawnStandingPlace(place, strips.next())))
  }

  const withMargin = expanded(strips.bounds, MARGIN_PITCHES * venuePitch)
  const { plan, focalPoint } = makeRoomForStage(withMargin, stage ?? focus ?? 'top', venuePitch)
  const [x, y] = pointInPercent(focalPoint, plan)
  return {
    name,
    aspect: rounded(plan.width / plan.height),
    focalPoint: { x, y },
    sectors: drawnSectors.map(({ sector, pitch, drawnPlaces }) => {
      const moved = drawnPlaces.map((place) => ({ ...place, box: relativeTo(plan, place.box) }))
      const hull = convexHullOf(
        moved.flatMap(({ box }) => cornersOf(expanded(box, pitch / 2))),
        pitch ** 2 / 1000,
      )
      const pricePercent = prices.percentOf(sector)
      return plannedSector(
        { name: sector.name, isAvailable: true, pricePercent, drawnPlaces: moved, outline: hull },
        { ...plan, pitch },
      )
    }),
  }
}

const PERCENT: Box = { x: 0, y: 0, width: 100, height: 100 }

/** Determines the side of the stage. */
function stageSideOf(focus: Focus | undefined, stage: Box | undefined, bounds: Box): Side {
  if (typeof focus === 'string') return focus
  if (focus) return sideTowards([focus.x, focus.y], PERCENT)
  return stage ? sideTowards(centreOf(stage), bounds) : 'top'
}

/** Determines the usual distance between neighbouring seats, or a fraction of the size of a venue without seats. */
function pitchOf(sectors: readonly ImportedSector[]): number {
  const distance = medianNeighbourDistance(sectors.flatMap(seatPoints))
  if (distance) return distance
  const { width, height } = boundingBoxOf(sectors.flatMap(({ standing }) => standing.flatMap(standingCorners)))
  const longest = Math.max(width, height)
  return longest > 0 ? longest / 20 : 1
}

function seatPoints({ rows }: ImportedSector): Point[] {
  return rows.flatMap(({ seats }) => seats.map(({ at }) => at))
}

function seatsOf({ rows }: ImportedSector, pitch: number): DrawnPlace[] {
  return rows.flatMap(({ name, seats }) =>
    seats.map(({ at, seatNumber, kind }) => ({ ...seatAt(at, pitch, name, seatNumber), ...(kind && { kind }) })),
  )
}

function standingCorners({ at, standing }: ImportedPlace): Point[] {
  return at ? oppositeCornersOf(boxAround(at, standing?.size ?? [0, 0])) : []
}

/** Draws the standing areas with a position. Without a size, an area takes the room of one seat per person. */
function standingWithPosition(sector: ImportedSector, pitch: number): DrawnPlace[] {
  return sector.standing.flatMap((place) => {
    const side = Math.sqrt(place.standing?.capacity ?? 1) * pitch
    return place.at ? [drawnStandingPlace(place, boxAround(place.at, place.standing?.size ?? [side, side]))] : []
  })
}

function drawnStandingPlace({ rowName, standing }: ImportedPlace, box: Box): DrawnPlace {
  return { placeType: 'STANDING', rowName, seatNumber: 0, capacity: standing?.capacity ?? 1, box }
}

function boxAround([x, y]: Point, [width, height]: Point): Box {
  return { x: x - width / 2, y: y - height / 2, width, height }
}

function relativeTo(plan: Box, box: Box): Box {
  return { ...box, x: box.x - plan.x, y: box.y - plan.y }
}
