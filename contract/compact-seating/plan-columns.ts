import type { PlaceKind } from '#domain/tickets/places.ts'
import type { Place, PlaceType, SeatingPlan, Sector } from '../seating.ts'

/** The places from `first` to before `end`: seats in the order in which they stand, or room to stand. */
export type RowOfPlaces = {
  readonly name: string
  readonly placeType: PlaceType
  readonly first: number
  readonly end: number
}

/** A sector, its places row by row: the seats first, then the room to stand. */
export type SectorOfRows = Omit<Sector, 'places'> & { readonly rows: readonly RowOfPlaces[] }

/**
 * A plan whose places are numbers below `count`, in the order in which they stand, and whose properties are columns.
 */
export type PlanColumns = Omit<SeatingPlan, 'sectors'> & {
  readonly sectors: readonly SectorOfRows[]
  readonly count: number
  readonly placeIds: Int32Array
  readonly seatNumbers: Int32Array
  /** The centre and the size of every place, in percent of its sector's box. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly widths: Float32Array
  readonly heights: Float32Array
  /** The places of a special kind. */
  readonly kinds: ReadonlyMap<number, PlaceKind>
}

/** Creates columns for `count` places. */
export function emptyColumns(count: number) {
  return {
    count,
    placeIds: new Int32Array(count),
    seatNumbers: new Int32Array(count),
    x: new Float32Array(count),
    y: new Float32Array(count),
    widths: new Float32Array(count),
    heights: new Float32Array(count),
    kinds: new Map<number, PlaceKind>(),
  }
}

/**
 * Lays the places of a plan out as columns. Sorts each sector's seats into rows, and each row from one end to the
 * other.
 */
export function columnsOf({ sectors, ...plan }: SeatingPlan): PlanColumns {
  const columns = emptyColumns(sectors.reduce((sum, { places }) => sum + places.length, 0))
  let next = 0
  const put = ({ id, seatNumber, kind, x, y, width, height }: Place) => {
    if (kind) columns.kinds.set(next, kind)
    columns.placeIds[next] = id
    columns.seatNumbers[next] = seatNumber
    columns.x[next] = x + width / 2
    columns.y[next] = y + height / 2
    columns.widths[next] = width
    columns.heights[next] = height
    next += 1
  }
  return {
    ...plan,
    ...columns,
    sectors: sectors.map(({ places, ...sector }) => {
      const rows = rowsOf(places, plan.aspect * sector.width, sector.height).map(({ name, placeType, members }) => {
        const first = next
        for (const place of members) put(place)
        return { name, placeType, first, end: next }
      })
      return { ...sector, rows }
    }),
  }
}

type Row = { readonly name: string; readonly placeType: PlaceType; readonly members: readonly Place[] }

function rowsOf(places: readonly Place[], sectorWidth: number, sectorHeight: number): Row[] {
  const rows = Map.groupBy(places, ({ placeType, rowName }) => `${placeType} ${rowName}`)
  const across = (place: Place) => (place.x + place.width / 2) * sectorWidth
  const down = (place: Place) => (place.y + place.height / 2) * sectorHeight
  const [x, y] = axisOf(
    [...rows.values()].flatMap(([first, ...others]) => {
      const last = others.at(-1)
      return first && last ? [[across(last) - across(first), down(last) - down(first)]] : []
    }),
  )
  const along = new Map(places.map((place) => [place, across(place) * x + down(place) * y]))
  const found = Array.from(rows.values(), (members): Row => {
    const [{ rowName, placeType } = { rowName: '', placeType: 'SITTING' as const }] = members
    const stood = members.toSorted((a, b) => (along.get(a) ?? 0) - (along.get(b) ?? 0))
    return { name: rowName, placeType, members: placeType === 'SITTING' ? stood : members }
  })
  return found.toSorted((a, b) => Number(a.placeType === 'STANDING') - Number(b.placeType === 'STANDING'))
}

/** Computes the unit vector along rows with these chords, each turned to the right or else downwards. */
export function axisOf(chords: Iterable<readonly number[]>): readonly [x: number, y: number] {
  let [x, y] = [0, 0]
  for (const [dx = 0, dy = 0] of chords) {
    const forward = (Math.abs(dx) >= Math.abs(dy) ? dx : dy) >= 0 ? 1 : -1
    x += dx * forward
    y += dy * forward
  }
  const length = Math.hypot(x, y)
  return length === 0 ? [1, 0] : [x / length, y / length]
}
