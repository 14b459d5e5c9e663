import * as z from 'zod/mini'
import { PLACE_KINDS } from '#domain/tickets/places.ts'
import { NUMBERINGS } from '#domain/seating-plan/row-names.ts'
import { integer, MAX_INTEGER, singleLineText } from '#contract/fields.ts'

const metres = z.number().check(z.gte(-1000), z.lte(1000))
const length = z.number().check(z.gt(0), z.lte(1000))

/** The number of a seat in its row. */
export const seatNumber = integer(0, 100_000)

/** The number of people on a standing place. */
export const standingCapacity = integer(1, MAX_INTEGER)

/** The price of a sector, in percent of the show's price. */
export const pricePercent = integer(0, 1000)

/** A point in metres from the left and the top of the drawing. */
const point = z.tuple([metres, metres])

/**
 * A row from one end to the other. `bow` is the distance of its middle to the right of the straight line, in metres.
 */
const rowLine = z.strictObject({ from: point, to: point, bow: z.optional(metres) })

const kinds = z.optional(z.partialRecord(z.enum(PLACE_KINDS), z.array(singleLineText())))

/**
 * Rows from a first to a last one, named by a list such as `A-H, J-P`. A row has `seats` (one number for all rows, or
 * one for each), or as many as fit between its ends. `aisles` are at these fractions of a row's length. `without`
 * leaves out seats: `["C 4-6", "D 1"]`. `kinds` lists the seats of special kinds in the same way: `{ "WHEELCHAIR":
 * ["A 1-4"], "COMPANION": ["A 5-6"], "RESTRICTED_VIEW": ["H 1", "H 20"] }`.
 */
const rows = z.strictObject({
  names: singleLineText(),
  first: rowLine,
  last: z.optional(rowLine),
  seats: z.optional(z.union([integer(1, 1000), z.array(integer(1, 1000))])),
  pitch: z.optional(length),
  aisles: z.optional(z.array(z.number().check(z.gt(0), z.lt(1)))),
  numbers: z.optional(z.enum(NUMBERINGS)),
  firstNumber: z.optional(seatNumber),
  without: z.optional(z.array(singleLineText())),
  kinds,
})

/**
 * Boxes or tables side by side along a line. `seats` are the seats in the front row of each, in the row behind, …
 * `kinds` lists seats of special kinds by box and number.
 */
const boxes = z.strictObject({
  names: singleLineText(),
  front: rowLine,
  seats: z.array(integer(1, 100)).check(z.minLength(1)),
  pitch: z.optional(length),
  kinds,
})

/** A standing place between two opposite corners. */
const standing = z.strictObject({
  name: z.optional(singleLineText()),
  capacity: standingCapacity,
  from: point,
  to: point,
})

const sector = z.strictObject({
  name: singleLineText(),
  pricePercent,
  isAvailable: z.optional(z.boolean()),
  rows: z.optional(z.array(rows)),
  boxes: z.optional(z.array(boxes)),
  standing: z.optional(z.array(standing)),
  /** The corners of the sector. Without it, the outline follows the rows or is a box around them. */
  outline: z.optional(z.array(point).check(z.minLength(3))),
})

/**
 * A venue in a file that a person can write with a tape measure: everything in metres from the top left corner of the
 * drawing. `focus` is the centre of the stage. `pitch` is the width of one seat along its row.
 */
export const seatingPlanFile = z.strictObject({
  name: singleLineText(),
  width: length,
  height: length,
  focus: point,
  pitch: z._default(length, 0.55),
  aisleWidth: z._default(length, 1.2),
  sectors: z.array(sector).check(z.minLength(1)),
})
export type SeatingPlanFile = z.output<typeof seatingPlanFile>
