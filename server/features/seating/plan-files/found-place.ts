import * as z from 'zod/mini'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import type { Objections } from '#domain/seating-plan/objections.ts'
import { messages, singleLineText } from '#contract/fields.ts'
import { pricePercent, seatNumber, standingCapacity } from './seating-plan-file.ts'

/** A length or a position in whatever unit a file has. */
export const measure = z
  .number({ error: messages.invalid })
  .check(z.gte(-1e9, messages.minimum(-1e9)), z.lte(1e9, messages.maximum(1e9)))

/** A point, and how far something goes to the right and down. */
export const position = z.tuple([measure, measure])
const extent = measure.check(z.gt(0, 'The value must be greater than 0'))
export const size = z.tuple([extent, extent])

const foundPlace = z.object({
  sector: singleLineText(),
  category: z.optional(singleLineText()),
  row: z.union([z.literal(''), singleLineText()]),
  seat: z.optional(seatNumber),
  position: z.optional(position),
  percent: z.optional(pricePercent),
  capacity: z.optional(standingCapacity),
  size: z.optional(size),
})

/** What a reader has read of one place; what is `undefined` the file does not say. `seat` is text, as on the chair. */
export type ReadPlace = {
  where: string
  sector: string
  category?: string | undefined
  row: string
  seat?: string | undefined
  position?: readonly [number, number] | undefined
  percent?: number | undefined
  isStanding?: boolean
  capacity?: number | undefined
  size?: readonly [number, number] | undefined
}

/** The place within the shop's limits, or nothing and a sentence for whatever stands against it. */
export function placeOf(
  { where, isStanding = false, ...read }: ReadPlace,
  objections: Objections,
): ImportedPlace | undefined {
  const seat = isStanding ? undefined : seatNumberIn(read.seat ?? '')
  const sentences: string[] = []
  if (Number.isNaN(seat)) sentences.push(`'${read.seat}' holds no number, and a seat is called by one.`)
  if (!isStanding && !read.position) sentences.push('a seat needs a position, x and y.')
  const result = foundPlace.safeParse({
    ...read,
    row: read.row.trim(),
    seat: Number.isNaN(seat) ? undefined : seat,
    capacity: isStanding ? (read.capacity ?? null) : undefined,
  })
  if (!result.success)
    sentences.push(...result.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}.`))
  for (const sentence of sentences) objections.add(`${where}: ${sentence}`)
  if (!result.success || sentences.length > 0) return undefined

  const { sector, category, row, position: at, percent, capacity, size, ...found } = result.data
  return {
    where,
    sectorName: sector,
    category,
    rowName: row,
    seatNumber: found.seat,
    at,
    pricePercent: percent,
    standing: capacity === undefined ? undefined : { capacity, size },
  }
}

/** 12 in "12", "A-12" and "Seat 12"; nothing in "", and no number in "12a". */
function seatNumberIn(text: string): number | undefined {
  const name = text.trim()
  if (name === '') return undefined
  const [, number] = /^(?:.*\p{L}(?:.*[\s_-])?)?(\d{1,15})$/u.exec(name) ?? []
  return number === undefined ? Number.NaN : Number(number)
}
