import type { PlaceType, SeatingPlan } from '../seating.ts'
import { UNITS, type CompactPlan } from './compact-plan.ts'
import { PLACE_KINDS } from '#domain/tickets/places.ts'
import { columnsOf, type RowOfPlaces } from './plan-columns.ts'
import { readPlan } from './read-plan.ts'
import { runsIn, shapeOf, TOLERANCE, type Run } from './runs.ts'
import { seriesOf, type Series } from './series.ts'
import { PLAN_VERSION } from './versions.ts'

/** Writes a plan in its compact form. Boxes, points and outlines are true to 0.01 percent, everything else is exact. */
export function writePlan(plan: SeatingPlan): CompactPlan {
  const { sectors, count, placeIds, seatNumbers, kinds, x, y, widths, heights, ...head } = columnsOf(plan)
  const rows = sectors.flatMap((sector) => {
    const ground = { x, y, shape: shapeOf(plan.aspect, sector) }
    return sector.rows.map((row) => runsIn(ground, row))
  })
  const most = rows.reduce((most, own) => Math.max(most, own.length), 0)
  const runs = Array.from({ length: most }, (_, nth) => rows.flatMap((own) => own[nth] ?? [])).flat()
  const ofRuns = (property: keyof Run, unit?: number) =>
    nearSeries(
      runs.map((run) => run[property]),
      unit,
    )
  const none: Series = count === 0 ? [] : [[count, 0, 0]]
  const written: CompactPlan = {
    ...head,
    version: PLAN_VERSION,
    sectors: sectors.map(({ rows, ...sector }) => ({
      ...sector,
      x: rounded(sector.x),
      y: rounded(sector.y),
      width: rounded(sector.width),
      height: rounded(sector.height),
      outline: sector.outline?.map(rounded) ?? null,
      seatRows: namesOf(rows, 'SITTING'),
      standingRows: namesOf(rows, 'STANDING'),
    })),
    rows: { runs: seriesOf(rows.map((own) => own.length)) },
    runs: {
      places: seriesOf(runs.map((run) => run.count)),
      fromX: ofRuns('fromX'),
      fromY: ofRuns('fromY'),
      toX: ofRuns('toX'),
      toY: ofRuns('toY'),
      turn: ofRuns('turn', UNITS.turn),
    },
    places: {
      id: seriesOf(placeIds),
      seatNumber: seriesOf(seatNumbers),
      kind: seriesOf(
        Array.from({ length: count }, (_, at) => PLACE_KINDS.findIndex((kind) => kind === kinds.get(at)) + 1),
      ),
      width: nearSeries(widths),
      height: nearSeries(heights),
      offsetX: none,
      offsetY: none,
    },
  }
  const read = readPlan(written)
  return { ...written, places: { ...written.places, offsetX: offsets(read.x, x), offsetY: offsets(read.y, y) } }
}

const nearSeries = (numbers: ArrayLike<number>, unit = UNITS.percent) => seriesOf(numbers, { unit, tolerance: 1 })

const rounded = (percent: number) => Math.round(percent * UNITS.percent) / UNITS.percent

const namesOf = (rows: readonly RowOfPlaces[], type: PlaceType) =>
  rows.filter(({ placeType }) => placeType === type).map(({ name }) => name)

/** Moves places that were read too far from where they stand. */
function offsets(read: Float32Array, real: Float32Array): Series {
  const off = real.map((value, at) => value - (read[at] ?? 0))
  return seriesOf(off.map((by) => (Math.abs(by) > TOLERANCE ? Math.round(by * UNITS.offset) : 0)))
}
