import type { SeatingPlan } from '#contract/seating.ts'
import type { PlaceId, SectorId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { Box, Point } from './box.ts'
import { lookupIn } from './place-lookup.ts'
import { classOf, priceClassesOf, type PriceClass } from './price-classes.ts'
import { layoutOf, spacingOf, type LaidPlace } from './sector-layout.ts'

/** Every plan is this high in plan units; its aspect says how wide. */
export const PLAN_HEIGHT = 1000

/** The seats from `first` to before `end`, in the order in which they stand. */
export type SeatRow = { readonly name: string; readonly sector: number; readonly first: number; readonly end: number }

/** The places from `first` to before `end`: the seats row by row, then the standing places. */
export type SeatSector = {
  readonly index: number
  readonly id: SectorId
  readonly name: string
  readonly isAvailable: boolean
  readonly price: Cents
  readonly priceClass: number
  readonly box: Box
  readonly outline: readonly number[]
  readonly axis: Point
  readonly first: number
  readonly end: number
  readonly rows: readonly SeatRow[]
}

/** A plan laid out for drawing and asking: a place is a number below `count`, its properties are columns. */
export type SeatModel = {
  readonly width: number
  readonly height: number
  readonly focus: Point
  /** The usual distance between two neighbours, in plan units. */
  readonly pitch: number
  readonly count: number
  readonly placeIds: Int32Array
  /** Centre and size of every place, in plan units. */
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
  readonly priceClasses: readonly PriceClass[]
  indexOf(placeId: PlaceId): number | undefined
}

export const NO_ROW = -1

/** Lays a plan out for a show of this price. */
export function seatModelOf(plan: SeatingPlan, showPrice: Cents): SeatModel {
  const whole = { x: 0, y: 0, width: PLAN_HEIGHT * plan.aspect, height: PLAN_HEIGHT }
  const priceOf = (percent: number) => sectorPrice(showPrice, percent)
  const priceClasses = priceClassesOf(
    plan.sectors.flatMap(({ isAvailable, pricePercent }) => (isAvailable ? [priceOf(pricePercent)] : [])),
  )
  const columns = emptyColumns(plan.sectors.reduce((sum, { places }) => sum + places.length, 0))
  const rows: SeatRow[] = []
  const sectors: SeatSector[] = []
  const spacings: number[] = []
  let next = 0

  const put = ({ place, x, y, width, height }: LaidPlace, sector: number, row: number) => {
    columns.placeIds[next] = place.id
    columns.x[next] = x
    columns.y[next] = y
    columns.widths[next] = width
    columns.heights[next] = height
    columns.seatNumbers[next] = place.seatNumber
    columns.sectorOf[next] = sector
    columns.rowOf[next] = row
    next += 1
  }

  for (const [index, sector] of plan.sectors.entries()) {
    const layout = layoutOf(sector, whole)
    const first = next
    const firstRow = rows.length
    for (const row of layout.rows) {
      rows.push({ name: row.name, sector: index, first: next, end: next + row.seats.length })
      for (const seat of row.seats) put(seat, index, rows.length - 1)
      const spacing = spacingOf(row)
      if (spacing) spacings.push(spacing)
    }
    for (const place of layout.standing) put(place, index, NO_ROW)
    const price = priceOf(sector.pricePercent)
    sectors.push({
      index,
      id: sector.id,
      name: sector.name,
      isAvailable: sector.isAvailable,
      price,
      priceClass: classOf(priceClasses, price),
      box: layout.box,
      outline: layout.outline,
      axis: layout.axis,
      first,
      end: next,
      rows: rows.slice(firstRow),
    })
  }

  return {
    width: whole.width,
    height: whole.height,
    focus: { x: (plan.focalPoint.x / 100) * whole.width, y: (plan.focalPoint.y / 100) * whole.height },
    pitch: medianOf(spacings) ?? PLAN_HEIGHT / 12,
    count: next,
    ...columns,
    rows,
    sectors,
    priceClasses,
    indexOf: lookupIn(columns.placeIds),
  }
}

/** Whether a place is room to stand rather than a seat. */
export function isStanding(model: SeatModel, index: number): boolean {
  return model.rowOf[index] === NO_ROW
}

/** The sector of a place. */
export function sectorAt(model: SeatModel, index: number): SeatSector {
  const sector = model.sectors[model.sectorOf[index] ?? -1]
  if (!sector) throw new RangeError(`There is no place ${index}`)
  return sector
}

/** Where a place is, in plan units. */
export function boxAt(model: SeatModel, index: number): Box {
  const [width, height] = [model.widths[index] ?? 0, model.heights[index] ?? 0]
  return { x: (model.x[index] ?? 0) - width / 2, y: (model.y[index] ?? 0) - height / 2, width, height }
}

/** Every standing place of a sector. */
export function standingPlacesOf(model: SeatModel, sector: SeatSector): number[] {
  const afterSeats = sector.rows.at(-1)?.end ?? sector.first
  return Array.from({ length: sector.end - afterSeats }, (_, at) => afterSeats + at).filter((index) =>
    isStanding(model, index),
  )
}

function emptyColumns(count: number) {
  return {
    placeIds: new Int32Array(count),
    x: new Float32Array(count),
    y: new Float32Array(count),
    widths: new Float32Array(count),
    heights: new Float32Array(count),
    seatNumbers: new Int32Array(count),
    sectorOf: new Uint16Array(count),
    rowOf: new Int32Array(count),
  }
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
