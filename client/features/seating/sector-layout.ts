import type { Place, Sector } from '#contract/seating.ts'
import type { Box, Point } from './box.ts'

/** A place with its centre and size in plan units, and how far along its row it stands. */
export type LaidPlace = Box & { readonly place: Place; along: number }

export type LaidRow = { readonly name: string; readonly seats: readonly LaidPlace[] }

/** A sector in plan units: its rows as they stand, each from one end to the other, and its standing places. */
export type SectorLayout = {
  readonly box: Box
  /** Corner points x, y, x, y, … */
  readonly outline: readonly number[]
  /** Unit vector along the rows, to the right or else downwards. */
  readonly axis: Point
  readonly rows: readonly LaidRow[]
  readonly standing: readonly LaidPlace[]
}

/** Turns a sector's percentages into plan units and sorts its places into rows. */
export function layoutOf(sector: Sector, plan: Box): SectorLayout {
  const box = boxIn(plan, sector)
  const standing: LaidPlace[] = []
  const rows = new Map<string, LaidPlace[]>()
  for (const place of sector.places) {
    const laid = laidIn(box, place)
    const row = rows.get(place.rowName)
    if (place.placeType === 'STANDING') standing.push(laid)
    else if (row) row.push(laid)
    else rows.set(place.rowName, [laid])
  }
  const axis = axisOf([...rows.values()])
  for (const seats of rows.values()) {
    for (const seat of seats) seat.along = seat.x * axis.x + seat.y * axis.y
  }
  return {
    box,
    outline: outlineIn(box, sector.outline),
    axis,
    rows: [...rows].map(([name, seats]) => ({ name, seats: seats.toSorted((a, b) => a.along - b.along) })),
    standing,
  }
}

/** The distance between the first two neighbours of a row, if it has them. */
export function spacingOf({ seats: [first, second] }: LaidRow): number | undefined {
  return first && second && Math.hypot(first.x - second.x, first.y - second.y)
}

function boxIn(whole: Box, percent: Box): Box {
  return {
    x: whole.x + (percent.x / 100) * whole.width,
    y: whole.y + (percent.y / 100) * whole.height,
    width: (percent.width / 100) * whole.width,
    height: (percent.height / 100) * whole.height,
  }
}

function laidIn(box: Box, place: Place): LaidPlace {
  return {
    place,
    x: box.x + ((place.x + place.width / 2) / 100) * box.width,
    y: box.y + ((place.y + place.height / 2) / 100) * box.height,
    width: (place.width / 100) * box.width,
    height: (place.height / 100) * box.height,
    along: 0,
  }
}

function outlineIn(box: Box, percents: readonly number[] | null): number[] {
  const corners = percents && percents.length >= 6 ? percents : [0, 0, 100, 0, 100, 100, 0, 100]
  return corners.map((percent, at) =>
    at % 2 === 0 ? box.x + (percent / 100) * box.width : box.y + (percent / 100) * box.height,
  )
}

/** The sum of the rows' chords, each pointing to the right or else downwards. */
function axisOf(rows: readonly (readonly LaidPlace[])[]): Point {
  let x = 0
  let y = 0
  for (const row of rows) {
    const [first, last] = [row[0], row.at(-1)]
    if (!first || !last) continue
    const [dx, dy] = [last.x - first.x, last.y - first.y]
    const forward = (Math.abs(dx) >= Math.abs(dy) ? dx : dy) >= 0 ? 1 : -1
    x += dx * forward
    y += dy * forward
  }
  const length = Math.hypot(x, y)
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length }
}
