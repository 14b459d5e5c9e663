import { axisOf, type PlanColumns } from '#contract/compact-seating/plan-columns.ts'
import type { PlaceId, SectorId } from '#domain/ids.ts'
import type { PlaceKind } from '#domain/tickets/places.ts'
import type { Cents } from '#domain/money.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { Box, Point } from './box.ts'
import { placeLookup } from './place-lookup.ts'
import { classOf, priceClassesOf, type PriceClass } from './price-classes.ts'
import { boxIn, chordOf, placesInPlanUnits, outlineIn, PLAN_HEIGHT, spacingsIn } from './sector-layout.ts'
import { sectorNumbersOf } from './sector-numbers.ts'
import { standingAreasOf, type StandingArea } from './standing-areas.ts'

/** The seats from `first` (inclusive) to `end` (exclusive), in spatial order. */
export type SeatRow = { readonly name: string; readonly sector: number; readonly first: number; readonly end: number }

/** The places from `first` (inclusive) to `end` (exclusive): the seats row by row, then the standing places. */
export type SeatSector = {
  readonly index: number
  readonly id: SectorId
  readonly name: string
  /** Stands for the name where that has no room on the map. */
  readonly number: string
  readonly isAvailable: boolean
  readonly price: Cents
  readonly pricePercent: number
  readonly priceClass: number
  readonly box: Box
  readonly outline: readonly number[]
  readonly axis: Point
  readonly first: number
  readonly end: number
  readonly rows: readonly SeatRow[]
}

/** A plan for drawing and searching. A place is an index below `count`; its properties are columns. */
export type SeatModel = {
  readonly width: number
  readonly height: number
  readonly focus: Point
  /** The median distance between two neighbouring seats in plan units. */
  readonly pitch: number
  readonly count: number
  readonly placeIds: Int32Array
  /** Centre and size of every place in plan units. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly widths: Float32Array
  readonly heights: Float32Array
  readonly seatNumbers: Int32Array
  readonly sectorOf: Uint16Array
  /** Index into `rows`, or `NO_ROW` for a standing place. */
  readonly rowOf: Int32Array
  readonly rows: readonly SeatRow[]
  readonly sectors: readonly SeatSector[]
  /** By place: the areas of standing places that are not drawn as their own box. */
  readonly standingAreas: ReadonlyMap<number, StandingArea>
  readonly priceClasses: readonly PriceClass[]
  /** The seats of a special kind. */
  readonly kinds: ReadonlyMap<number, PlaceKind>
  indexOf(placeId: PlaceId): number | undefined
}

export const NO_ROW = -1

/** Creates the model of a plan for a show with this price. `columns` are those of the plan, if they are known. */
export function seatModelOf(plan: PlanColumns, showPrice: Cents, columns = placesInPlanUnits(plan)): SeatModel {
  const [width, height] = [PLAN_HEIGHT * plan.aspect, PLAN_HEIGHT]
  const priceOf = (percent: number) => sectorPrice(showPrice, percent)
  const placesAt = new Map<Cents, number>()
  for (const { isAvailable, pricePercent, rows } of plan.sectors) {
    const price = priceOf(pricePercent)
    const count = rows.reduce((sum, row) => sum + row.end - row.first, 0)
    if (isAvailable) placesAt.set(price, (placesAt.get(price) ?? 0) + count)
  }
  const priceClasses = priceClassesOf(placesAt)
  const rowOf = new Int32Array(plan.count).fill(NO_ROW)
  const sectorOf = new Uint16Array(plan.count)
  const rows: SeatRow[] = []
  const numbers = sectorNumbersOf(plan.sectors.map(({ name }) => name))
  let next = 0
  const sectors = plan.sectors.map((sector, index): SeatSector => {
    const { id, name, isAvailable, pricePercent } = sector
    const first = next
    next = sector.rows.at(-1)?.end ?? first
    sectorOf.fill(index, first, next)
    const seats = sector.rows.filter(({ placeType }) => placeType === 'SITTING')
    const ownRows = seats.map((row): SeatRow => ({ name: row.name, sector: index, first: row.first, end: row.end }))
    for (const row of ownRows) rowOf.fill(rows.push(row) - 1, row.first, row.end)
    const price = priceOf(pricePercent)
    const box = boxIn({ x: 0, y: 0, width, height }, sector)
    const outline = outlineIn(box, sector.outline)
    const [x, y] = axisOf(ownRows.map((row) => chordOf(columns, row)))
    const priceClass = classOf(priceClasses, price)
    return {
      index,
      id,
      name,
      number: numbers[index] ?? '',
      isAvailable,
      price,
      pricePercent,
      priceClass,
      box,
      outline,
      axis: { x, y },
      first,
      end: next,
      rows: ownRows,
    }
  })

  const pitch = medianOf(spacingsIn(columns, rows)) ?? PLAN_HEIGHT / 12
  return {
    width,
    height,
    focus: { x: (plan.focalPoint.x / 100) * width, y: (plan.focalPoint.y / 100) * height },
    pitch,
    count: plan.count,
    placeIds: plan.placeIds,
    seatNumbers: plan.seatNumbers,
    ...columns,
    sectorOf,
    rowOf,
    rows,
    sectors,
    standingAreas: standingAreasOf(plan, sectors, pitch),
    priceClasses,
    kinds: plan.kinds,
    indexOf: placeLookup(plan.placeIds),
  }
}

/** Returns the special kinds of seats in a plan. */
export function kindsIn({ kinds }: SeatModel): ReadonlySet<PlaceKind> {
  return new Set(kinds.values())
}

/** Tells whether a sector has seats of these special kinds. */
export function hasKind({ kinds }: SeatModel, { first, end }: SeatSector, wanted: ReadonlySet<PlaceKind>): boolean {
  for (const [place, kind] of kinds) if (place >= first && place < end && wanted.has(kind)) return true
  return false
}

/** Tells whether a place is a standing place. */
export function isStanding(model: SeatModel, index: number): boolean {
  return model.rowOf[index] === NO_ROW
}

/** Returns the sector of a place. Throws if there is no such place. */
export function sectorAt(model: SeatModel, index: number): SeatSector {
  const sector = model.sectors[model.sectorOf[index] ?? -1]
  if (!sector) throw new RangeError(`There is no place ${index}`)
  return sector
}

/** Returns the box of a place in plan units, around the whole area on which it is drawn. */
export function boxAt(model: SeatModel, index: number): Box {
  const area = model.standingAreas.get(index)
  if (area) return area.box
  const [width, height] = [model.widths[index] ?? 0, model.heights[index] ?? 0]
  return { x: (model.x[index] ?? 0) - width / 2, y: (model.y[index] ?? 0) - height / 2, width, height }
}

/** Returns the standing places of a sector. */
export function standingPlacesOf(model: SeatModel, sector: SeatSector): number[] {
  const afterSeats = sector.rows.at(-1)?.end ?? sector.first
  return Array.from({ length: sector.end - afterSeats }, (_, at) => afterSeats + at).filter((index) =>
    isStanding(model, index),
  )
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
