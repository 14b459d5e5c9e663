import * as z from 'zod/mini'
import type { PlaceKind } from '#domain/tickets/places.ts'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import type { Objections } from '#domain/seating-plan/objections.ts'
import { messages, singleLineText } from '#contract/fields.ts'
import { pricePercent, seatNumber, standingCapacity } from './seating-plan-file.ts'

/** A length or a position in the unit of the file. */
export const measure = z
  .number({ error: messages.invalid })
  .check(z.gte(-1e9, messages.minimum(-1e9)), z.lte(1e9, messages.maximum(1e9)))

/** A position, and a size: width and height. */
export const position = z.tuple([measure, measure])
const extent = measure.check(z.gt(0, 'The value must be greater than 0'))
export const size = z.tuple([extent, extent])

const importedPlace = z.object({
  sector: singleLineText(),
  category: z.optional(singleLineText()),
  row: z.union([z.literal(''), singleLineText()]),
  seat: z.optional(seatNumber),
  position: z.optional(position),
  percent: z.optional(pricePercent),
  capacity: z.optional(standingCapacity),
  size: z.optional(size),
})

/** The data of one place as read from a file. Undefined fields are missing in the file. `seat` is the seat's label. */
export type ReadPlace = {
  where: string
  sector: string
  category?: string | undefined
  row: string
  seat?: string | undefined
  position?: readonly [number, number] | undefined
  percent?: number | undefined
  kind?: PlaceKind | undefined
  isStanding?: boolean
  capacity?: number | undefined
  size?: readonly [number, number] | undefined
}

/** Validates a place by the shop's limits. Returns undefined and adds objections for an invalid one. */
export function placeOf(
  { where, kind, isStanding = false, ...read }: ReadPlace,
  objections: Objections,
): ImportedPlace | undefined {
  const seat = isStanding ? undefined : seatNumberIn(read.seat ?? '')
  const sentences: string[] = []
  if (Number.isNaN(seat)) sentences.push(`'${read.seat}' holds no number, and a seat is called by one.`)
  if (!isStanding && !read.position) sentences.push('a seat needs a position, x and y.')
  const result = importedPlace.safeParse({
    ...read,
    row: read.row.trim(),
    seat: Number.isNaN(seat) ? undefined : seat,
    capacity: isStanding ? (read.capacity ?? null) : undefined,
  })
  if (!result.success)
    sentences.push(...result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}.`))
  for (const sentence of sentences) objections.add(`${where}: ${sentence}`)
  if (!result.success || sentences.length > 0) return undefined

  const { sector, category, row, position: at, percent, capacity, size, seat: number } = result.data
  return {
    where,
    sectorName: sector,
    category,
    rowName: row,
    seatNumber: number,
    at,
    pricePercent: percent,
    kind,
    standing: capacity === undefined ? undefined : { capacity, size },
  }
}

/** Reads 12 from "12", "A-12" and "Seat 12". Returns undefined for an empty text and NaN for others such as "12a". */
function seatNumberIn(text: string): number | undefined {
  const name = text.trim()
  if (name === '') return undefined
  const [, number] = /^(?:.*\p{L}(?:.*[\s_-])?)?(\d{1,15})$/u.exec(name) ?? []
  return number === undefined ? Number.NaN : Number(number)
}
