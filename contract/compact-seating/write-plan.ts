import type { SeatingPlan, Sector } from '../seating.ts'
import { ByteWriter } from './byte-writer.ts'
import { columnsOf, type RowOfPlaces } from './plan-columns.ts'
import { RowForecast } from './row-forecast.ts'
import { isTrue, longestRun, runParts, shapeOf, STEPS, toldPercent, type Ground, type Run } from './runs.ts'
import { writeSeries } from './series.ts'
import { PLAN_VERSION } from './versions.ts'

/** A plan in its compact form. Everything is exact, but boxes and points are so to 0.01 percent of what is around them. */
export function writePlan(plan: SeatingPlan): Uint8Array<ArrayBuffer> {
  const columns = columnsOf(plan)
  const names = [...new Set(columns.sectors.flatMap(({ rows }) => rows.map(({ name }) => name)))]
  const numberOf = new Map(names.map((name, index) => [name, index]))
  const writer = new ByteWriter()
  writer.whole(PLAN_VERSION)
  writer.whole(plan.id)
  writer.text(plan.name)
  for (const number of [plan.aspect, plan.focalPoint.x, plan.focalPoint.y]) writer.float(number)
  writer.whole(columns.count)
  writer.whole(names.length)
  for (const name of names) writer.text(name)
  writer.whole(columns.sectors.length)
  for (const sector of columns.sectors) {
    writeSector(writer, sector)
    writeRows(writer, sector.rows, numberOf)
  }
  writeSeries(writer, columns.placeIds)
  writeSeries(writer, columns.seatNumbers)
  writeSeries(writer, steadySizes(columns.widths))
  writeSeries(writer, steadySizes(columns.heights))
  for (const { width, height, rows } of columns.sectors) {
    const box = { width: toldPercent(width), height: toldPercent(height) }
    writeRuns(writer, rows, { x: columns.x, y: columns.y, shape: shapeOf(Math.fround(plan.aspect), box) })
  }
  return writer.written()
}

function writeSector(writer: ByteWriter, sector: Omit<Sector, 'places'>): void {
  writer.whole(sector.id)
  writer.text(sector.name)
  for (const percent of [sector.x, sector.y, sector.width, sector.height]) writer.signed(Math.round(percent * STEPS))
  writer.whole(sector.isAvailable ? 1 : 0)
  writer.signed(sector.pricePercent)
  writer.whole(sector.outline ? sector.outline.length + 1 : 0)
  for (const percent of sector.outline ?? []) writer.signed(Math.round(percent * STEPS))
}

function writeRows(writer: ByteWriter, rows: readonly RowOfPlaces[], numberOf: ReadonlyMap<string, number>): void {
  writer.whole(rows.length)
  let expected = 0
  for (const { name, placeType, first, end } of rows) {
    const number = numberOf.get(name) ?? 0
    writer.signed(number - expected)
    writer.whole(2 * (end - first) + (placeType === 'STANDING' ? 1 : 0))
    expected = number + 1
  }
}

/** Sizes in steps; one that differs from the one before by its rounding only is the same. */
function steadySizes(percents: Float32Array): Int32Array {
  const sizes = new Int32Array(percents.length)
  for (const [at, percent] of percents.entries()) {
    const before = sizes[at - 1]
    const isSame = before !== undefined && Math.abs(percent * STEPS - before) < 1
    sizes[at] = isSame ? before : Math.round(percent * STEPS)
  }
  return sizes
}

/** First how many seats each run has: these are much the same, and compressed best when nothing stands between them. */
function writeRuns(writer: ByteWriter, rows: readonly RowOfPlaces[], ground: Ground): void {
  const runs = rows.map((row) => runsIn(ground, row))
  for (const { run } of runs.flat()) writer.whole(run.count)
  const forecast = new RowForecast()
  for (const own of runs) {
    for (const { run, at } of own) {
      const told = asExpected(run, forecast, (other) => isTrue(ground, at, other))
      for (const part of runParts(told.count)) {
        writer.signed(told[part] - forecast.expected())
        forecast.learn(told[part])
      }
    }
    forecast.next()
  }
}

function runsIn(ground: Ground, { first, end }: RowOfPlaces): { run: Run; at: number }[] {
  const runs: { run: Run; at: number }[] = []
  for (let at = first; at < end;) {
    const run = longestRun(ground, at, end)
    runs.push({ run, at })
    at += run.count
  }
  return runs
}

/** The run with its numbers as they are expected, as far as it stays true: what is expected costs nothing to tell. */
function asExpected(run: Run, forecast: RowForecast, isTrue: (run: Run) => boolean): Run {
  return runParts(run.count).reduce((told, part, ahead) => {
    const expected = { ...told, [part]: forecast.expected(ahead) }
    return Math.abs(expected[part] - run[part]) <= 1 && isTrue(expected) ? expected : told
  }, run)
}
