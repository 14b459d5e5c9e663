import { type Box, boundingBoxOf, centreOf } from './box.ts'
import type { ImportedPlace } from './imported-places.ts'
import { medianDistance, neighbourDistances } from './neighbour-distances.ts'
import type { ImportedVenue } from './plan-imported-venue.ts'
import type { Point } from './row-line.ts'

/** Seats of two zones nearer to each other than this share of the usual distance lie on each other. */
const OVERLAP_FACTOR = 0.5

/** The gap between a moved zone and its neighbours, and the step of the search, in usual distances. */
const GAP_FACTOR = 2
const STEP_FACTOR = 0.5
const MAX_STEPS = 1_000

type Zone = { name: string; places: readonly ImportedPlace[]; seats: readonly Point[] }

/**
 * Moves zones apart whose seats lie on each other, each as a whole and in one direction, by the shortest distance that
 * leaves a gap to all other zones and to the stage. Zones keep their places relative to each other otherwise. Returns
 * the names of the moved zones, in the order of the file.
 */
export function separateZones<Venue extends ImportedVenue>(venue: Venue): { venue: Venue; moved: string[] } {
  const zones = zonesIn(venue.places)
  const pitch = medianDistance(zones.flatMap(({ seats }) => neighbourDistances(seats)))
  if (pitch === undefined) return { venue, moved: [] }
  const shifts = new Map<string, Point>()
  for (const [index, zone] of zones.entries()) {
    const earlier = new SeatGrid(pitch * OVERLAP_FACTOR)
    for (const before of zones.slice(0, index)) earlier.add(before.seats.map(shiftedBy(shifts.get(before.name))))
    if (!zone.seats.some((seat) => earlier.isNear(seat))) continue
    const others = new SeatGrid(pitch * GAP_FACTOR)
    for (const other of zones) if (other !== zone) others.add(other.seats.map(shiftedBy(shifts.get(other.name))))
    const away = directionsFrom(middleOf(zones, zone), centreOf(boundingBoxOf(zone.seats)))
    const shift = shortestShift(
      zone,
      pitch * STEP_FACTOR,
      away,
      (seat) => others.isNear(seat) || isIn(venue.stage, seat),
    )
    if (shift) shifts.set(zone.name, shift)
  }
  const places = venue.places.map((place) => ({
    ...place,
    at: place.at && shiftedBy(shifts.get(place.sectorName))(place.at),
  }))
  return { venue: { ...venue, places }, moved: [...shifts.keys()] }
}

function zonesIn(places: readonly ImportedPlace[]): Zone[] {
  return Array.from(
    Map.groupBy(places, ({ sectorName }) => sectorName),
    ([name, members]) => ({
      name,
      places: members,
      seats: members.flatMap(({ at, standing }) => (at && !standing ? [at] : [])),
    }),
  )
}

/** Returns the four directions along the axes, first those that lead away from a point. */
function directionsFrom([fromX, fromY]: Point, [x, y]: Point): Point[] {
  const [right, down] = [x >= fromX ? 1 : -1, y >= fromY ? 1 : -1]
  return [
    [0, down],
    [right, 0],
    [0, -down],
    [-right, 0],
  ]
}

function middleOf(zones: readonly Zone[], except: Zone): Point {
  return centreOf(boundingBoxOf(zones.flatMap((zone) => (zone === except ? [] : zone.seats))))
}

function shortestShift(
  { seats }: Zone,
  step: number,
  directions: readonly Point[],
  isBlocked: (seat: Point) => boolean,
): Point | undefined {
  for (let count = 1; count <= MAX_STEPS; count += 1) {
    for (const [right, down] of directions) {
      const shift: Point = [right * count * step, down * count * step]
      const move = shiftedBy(shift)
      if (!seats.some((seat) => isBlocked(move(seat)))) return shift
    }
  }
  return undefined
}

function shiftedBy([right, down]: Point = [0, 0]) {
  return ([x, y]: Point): Point => [x + right, y + down]
}

function isIn(box: Box | undefined, [x, y]: Point): boolean {
  return box !== undefined && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** Finds seats within a distance of a point. Holds the seats by the cell of a grid of that distance. */
class SeatGrid {
  readonly #distance: number
  readonly #cells = new Map<string, Point[]>()

  constructor(distance: number) {
    this.#distance = distance
  }

  add(seats: readonly Point[]): void {
    for (const seat of seats) {
      const key = this.#cellOf(seat, 0, 0)
      const cell = this.#cells.get(key)
      if (cell) cell.push(seat)
      else this.#cells.set(key, [seat])
    }
  }

  isNear(seat: Point): boolean {
    for (const right of [-1, 0, 1]) {
      for (const down of [-1, 0, 1]) {
        const others = this.#cells.get(this.#cellOf(seat, right, down)) ?? []
        if (others.some(([x, y]) => Math.hypot(x - seat[0], y - seat[1]) < this.#distance)) return true
      }
    }
    return false
  }

  #cellOf([x, y]: Point, right: number, down: number): string {
    return `${Math.floor(x / this.#distance) + right} ${Math.floor(y / this.#distance) + down}`
  }
}
