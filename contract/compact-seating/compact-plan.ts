import * as z from 'zod/mini'
import { seatingPlan, sector } from '../seating.ts'
import type { Series } from './series.ts'
import { PLAN_VERSION } from './versions.ts'

/** Units in one percent, in one degree of a turn, and in one percent of an offset. Rougher units take fewer digits. */
export const UNITS = { percent: 100, turn: 20, offset: 50 }

const series = z.custom<Series>(Array.isArray)

/**
 * A seating plan in its compact form: sectors with the names of their rows, and columns of one number for each row,
 * each run of places in a row, or each place.
 */
export const compactPlan = z.object({
  ...z.omit(seatingPlan, { sectors: true }).shape,
  version: z.literal(PLAN_VERSION),
  sectors: z.array(
    z.object({
      ...z.omit(sector, { places: true }).shape,
      seatRows: z.array(z.string()),
      standingRows: z.array(z.string()),
    }),
  ),
  rows: z.object({ runs: series }),
  /** The first run of every row, then the second of every row that has one, and so on: neighbours are alike. */
  runs: z.object({ places: series, fromX: series, fromY: series, toX: series, toY: series, turn: series }),
  /** Row by row. A place is by its offset beside where its run has it. */
  places: z.object({
    id: series,
    seatNumber: series,
    /** The index in `PLACE_KINDS`, from 1 on; 0 for a place of no kind. */
    kind: series,
    width: series,
    height: series,
    offsetX: series,
    offsetY: series,
  }),
})
export type CompactPlan = z.output<typeof compactPlan>
