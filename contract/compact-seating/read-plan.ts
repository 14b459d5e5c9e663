import type { SeatingPlanId, SectorId } from '#domain/ids.ts'
import { ByteReader } from './byte-reader.ts'
import { emptyColumns, type PlanColumns, type RowOfPlaces, type SectorOfRows } from './plan-columns.ts'
import { RowForecast } from './row-forecast.ts'
import { layRun, shapeOf, STEPS, type Ground } from './runs.ts'
import { readSeries } from './series.ts'
import { MOST_PLACES, PLAN_VERSION } from './versions.ts'

/** Reads what `writePlan` wrote. Throws a RangeError or a TypeError for bytes that are no plan. */
export function readPlan(bytes: Uint8Array): PlanColumns {
  const reader = new ByteReader(bytes)
  if (reader.whole() !== PLAN_VERSION) throw new RangeError('The seating plan is of another version')
  const plan = {
    id: reader.whole() as SeatingPlanId,
    name: reader.text(),
    aspect: reader.float(),
    focalPoint: { x: reader.float(), y: reader.float() },
  }
  const columns = emptyColumns(reader.whole(MOST_PLACES))
  const names = manyOf(reader, () => reader.text())
  let next = 0
  const sectors = manyOf(reader, (): SectorOfRows => {
    const sector = readSector(reader)
    const rows = readRows(reader, names, { first: next, most: columns.count })
    next = rows.at(-1)?.end ?? next
    return { ...sector, rows }
  })
  if (next !== columns.count) throw new RangeError('The rows of the plan hold fewer places than it has')
  readSeries(reader, columns.placeIds)
  readSeries(reader, columns.seatNumbers)
  readSizes(reader, columns.widths)
  readSizes(reader, columns.heights)
  for (const sector of sectors) {
    readRuns(reader, sector.rows, { x: columns.x, y: columns.y, shape: shapeOf(plan.aspect, sector) })
  }
  reader.end()
  return { ...plan, ...columns, sectors }
}

function readSector(reader: ByteReader): Omit<SectorOfRows, 'rows'> {
  const percent = () => reader.signed() / STEPS
  const id = reader.whole() as SectorId
  const name = reader.text()
  const box = { x: percent(), y: percent(), width: percent(), height: percent() }
  const isAvailable = reader.whole(1) === 1
  const pricePercent = reader.signed()
  const corners = reader.count()
  const outline = corners === 0 ? null : Array.from({ length: corners - 1 }, percent)
  return { id, name, ...box, isAvailable, pricePercent, outline }
}

function readRows(
  reader: ByteReader,
  names: readonly string[],
  { first, most }: { first: number; most: number },
): RowOfPlaces[] {
  let [number, next] = [0, first]
  return manyOf(reader, () => {
    number += reader.signed()
    const name = names[number]
    const kind = reader.whole()
    const row = { first: next, end: next + Math.floor(kind / 2) }
    if (name === undefined || row.end === row.first || row.end > most) throw new RangeError('A row cannot be')
    number += 1
    next = row.end
    return { name, placeType: kind % 2 === 1 ? 'STANDING' : 'SITTING', ...row } as const
  })
}

function readSizes(reader: ByteReader, percents: Float32Array): void {
  const sizes = new Int32Array(percents.length)
  readSeries(reader, sizes)
  for (let at = 0; at < sizes.length; at++) percents[at] = (sizes[at] ?? 0) / STEPS
}

function readRuns(reader: ByteReader, rows: readonly RowOfPlaces[], ground: Ground): void {
  const counts = rows.map((row) => readCounts(reader, row))
  const forecast = new RowForecast()
  const number = () => {
    const found = forecast.expected() + reader.signed()
    forecast.learn(found)
    return found
  }
  for (const [row, { first }] of rows.entries()) {
    let at = first
    for (const count of counts[row] ?? []) {
      const [fromX, fromY] = [number(), number()]
      const [toX, toY] = count > 1 ? [number(), number()] : [fromX, fromY]
      layRun(ground, at, { count, fromX, fromY, toX, toY, bulge: count > 2 ? number() : 0 })
      at += count
    }
    forecast.next()
  }
}

/** How many places the runs of a row hold. */
function readCounts(reader: ByteReader, { first, end }: RowOfPlaces): number[] {
  const counts: number[] = []
  for (let left = end - first; left > 0;) {
    const count = reader.whole(left)
    if (count === 0) throw new RangeError('A run holds no places')
    counts.push(count)
    left -= count
  }
  return counts
}

/** A list that says first how long it is. */
function manyOf<Element>(reader: ByteReader, read: () => Element): Element[] {
  return Array.from({ length: reader.count() }, read)
}
