import * as z from 'zod/mini'
import type { ImportedVenue } from '#domain/seating-plan/plan-imported-venue.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import { messages, optionalText } from '#contract/fields.ts'
import { kindNamed } from './imported-kind.ts'
import { measure, placeOf } from './imported-place.ts'
import { stageAround } from './imported-stage.ts'
import { stageIn } from './pretix-stage.ts'
import { parseInput, looseText } from './parse-input.ts'

const position = z.object({ x: measure, y: measure }, { error: messages.required })
const seat = z.object({ seat_number: looseText, position, category: looseText })
const row = z.object({ row_number: looseText, position: z.optional(position), seats: z.array(seat) })
const zone = z.object({
  name: looseText,
  position: z.optional(position),
  rows: z.array(row),
  areas: z.optional(z.unknown()),
})
const plan = z.object({ name: optionalText(), zones: z.array(zone) })

const ORIGIN = { x: 0, y: 0 }

/**
 * Reads the seats of a pretix seating plan, as stored or as the `layout` of an API answer. A zone becomes a sector, or
 * one sector per category. The percentage in a category's name ("Balcony 80 %") is its price, and words in it
 * ("Wheelchair") are the kind of its seats. An area named as the
 * stage is the stage; other areas are ignored. Throws a RangeError of up to ten sentences, each with its zone, row and
 * seat.
 */
export function readPretixPlan(json: object): ImportedVenue {
  const objections = new Objections()
  const { name, zones } = parseInput(plan, 'layout' in json ? json.layout : json)
  const places = zones.flatMap((zone, zoneIndex) => {
    const sector = zone.name || `Zone ${zoneIndex + 1}`
    return zone.rows.flatMap((row, rowIndex) => {
      const rowName = row.row_number || String(rowIndex + 1)
      return row.seats.map((seat, seatIndex) => {
        const offsets = [zone.position ?? ORIGIN, row.position ?? ORIGIN, seat.position]
        const where = `zone '${sector}', row '${rowName}', seat '${seat.seat_number || seatIndex + 1}'`
        return placeOf(
          {
            where,
            sector,
            category: seat.category || undefined,
            row: rowName,
            seat: seat.seat_number,
            position: [offsets.reduce((sum, { x }) => sum + x, 0), offsets.reduce((sum, { y }) => sum + y, 0)],
            percent: percentIn(seat.category),
            kind: kindNamed(seat.category),
          },
          objections,
        )
      })
    })
  })
  objections.throwIfAny()
  const stage = stageAround(zones.flatMap(({ areas, position = ORIGIN }) => stageIn(areas, position)))
  return { name, places: places.filter((place) => place !== undefined), stage }
}

/** Reads 80 from "Balcony 80 %". Undefined without a positive whole percentage, as in "-20 %" and "12,5 %". */
function percentIn(category: string): number | undefined {
  const [, percent] = /(?<![\d.,−–-])(\d{1,4})\s?%/.exec(category) ?? []
  return percent === undefined ? undefined : Number(percent)
}
