import { PLACE_KINDS } from '#domain/tickets/places.ts'
import type { PlaceType } from '../seating.ts'
import { compactPlan, UNITS } from './compact-plan.ts'
import { emptyColumns, type PlanColumns, type RowOfPlaces } from './plan-columns.ts'
import { layRun, shapeOf } from './runs.ts'
import { readSeries, type Series } from './series.ts'
import { MOST_PLACES } from './versions.ts'

/** Reads what `writePlan` wrote. Throws a RangeError for anything else. */
export function readPlan(written: unknown): PlanColumns {
  const parts = readPlanInParts(written)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
  }
}

/** Places that are laid in one part: all of a theatre, or a fifth of a stadium. */
const PLACES_IN_PART = 8_192

/**
 * Reads a plan like `readPlan`, and yields after each part of the work: all of a stadium would block the input of a
 * phone for a fifth of a second.
 */
export function* readPlanInParts(written: unknown): Generator<undefined, PlanColumns> {
  const parsed = compactPlan.safeParse(written)
  if (!parsed.success) throw new RangeError('This is no seating plan of this version', { cause: parsed.error })
  const { version: _version, rows, runs, places, ...plan } = parsed.data
  const rowCount = plan.sectors.reduce((sum, sector) => sum + sector.seatRows.length + sector.standingRows.length, 0)
  const runsInRow = readCounts(rows.runs, rowCount)
  const counts = readCounts(runs.places, sumOf(runsInRow))
  const percents = (series: Series) => readSeries(series, new Float32Array(counts.length), UNITS.percent)
  const [fromX, fromY, toX, toY] = [percents(runs.fromX), percents(runs.fromY), percents(runs.toX), percents(runs.toY)]
  const turns = readSeries(runs.turn, new Float32Array(counts.length), UNITS.turn)
  const runAt = (at: number) => ({
    count: counts[at] ?? 0,
    fromX: fromX[at] ?? 0,
    fromY: fromY[at] ?? 0,
    toX: toX[at] ?? 0,
    toY: toY[at] ?? 0,
    turn: turns[at] ?? 0,
  })
  const columns = emptyColumns(sumOf(counts))
  const runsOfRows = runsByRow(runsInRow)
  if (columns.count > PLACES_IN_PART) yield
  let [row, place] = [0, 0]
  const sectors: PlanColumns['sectors'][number][] = []
  let laid = 0
  for (const { seatRows, standingRows, ...sector } of plan.sectors) {
    if (place - laid >= PLACES_IN_PART) {
      yield
      laid = place
    }
    const ground = { x: columns.x, y: columns.y, shape: shapeOf(plan.aspect, sector) }
    const layRow = (name: string, placeType: PlaceType): RowOfPlaces => {
      const first = place
      for (const at of runsOfRows[row++] ?? []) {
        const run = runAt(at)
        layRun(ground, place, run)
        place += run.count
      }
      return { name, placeType, first, end: place }
    }
    const seats = seatRows.map((name) => layRow(name, 'SITTING'))
    sectors.push({ ...sector, rows: [...seats, ...standingRows.map((name) => layRow(name, 'STANDING'))] })
  }
  if (columns.count > PLACES_IN_PART) yield
  moveBy(columns.x, places.offsetX)
  moveBy(columns.y, places.offsetY)
  readSeries(places.id, columns.placeIds)
  if (columns.count > PLACES_IN_PART) yield
  readSeries(places.seatNumber, columns.seatNumbers)
  const kinds = readSeries(places.kind, new Int32Array(columns.count))
  // Without iterators, which are slow as long as the browser has not compiled the loop.
  for (let at = 0; at < kinds.length; at++) {
    const number = kinds[at] ?? 0
    if (number === 0) continue
    const kind = PLACE_KINDS[number - 1]
    if (!kind) throw new RangeError('The seating plan has a kind of place that this version does not know')
    columns.kinds.set(at, kind)
  }
  readSeries(places.width, columns.widths, UNITS.percent)
  readSeries(places.height, columns.heights, UNITS.percent)
  return { ...plan, ...columns, sectors }
}

/** Reads how many of something are in each: at least one, and no more in all than a plan may have places. */
function readCounts(series: Series, length: number): Int32Array {
  const counts = readSeries(series, new Int32Array(length))
  if (counts.some((count) => count < 1)) throw new RangeError('A row of the seating plan has no places')
  if (sumOf(counts) > MOST_PLACES) throw new RangeError(`The seating plan has more than ${MOST_PLACES} places`)
  return counts
}

const sumOf = (counts: Int32Array) => counts.reduce((sum, count) => sum + count, 0)

/** Returns the numbers of each row's runs. */
function runsByRow(runsInRow: Int32Array): number[][] {
  const runs = Array.from(runsInRow, (): number[] => [])
  let next = 0
  for (let open = Array.from(runsInRow.keys()), nth = 1; open.length > 0; nth++) {
    for (const row of open) runs[row]?.push(next++)
    open = open.filter((row) => (runsInRow[row] ?? 0) > nth)
  }
  return runs
}

function moveBy(column: Float32Array, offsets: Series): void {
  const by = readSeries(offsets, new Float32Array(column.length), UNITS.offset)
  for (let at = 0; at < column.length; at++) column[at] = (column[at] ?? 0) + (by[at] ?? 0)
}
