import * as z from 'zod/mini'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import { messages } from '#contract/fields.ts'
import { measure, placeOf } from './imported-place.ts'
import { parseInput, looseText } from './parse-input.ts'

const seat = z.object({ row: looseText, number: looseText, x: measure, y: measure })

const area = z.object({
  type: z.enum(['Group', 'Reserved', 'Unreserved'], { error: messages.oneOf(['Group', 'Reserved', 'Unreserved']) }),
  name: looseText,
  get areas(): z.ZodMiniOptional<z.ZodMiniArray<typeof area>> {
    return z.optional(z.array(area))
  },
  seats: z.optional(z.array(seat)),
  capacity: z.optional(z.number({ error: messages.invalid })),
})
type Area = z.output<typeof area>

const spektrixPlan = z.object({ baseSeatingArea: area })

/**
 * Reads the places of a Spektrix seating plan: a tree of areas, in which those with seats or with a capacity are
 * sectors. Standing places have no position in this format. Throws a RangeError of up to ten sentences, each with its
 * area.
 */
export function readSpektrixPlan(json: object): ImportedPlace[] {
  const objections = new Objections()
  const { baseSeatingArea } = parseInput(spektrixPlan, json)
  const sectors = sectorsIn(baseSeatingArea, '')
  const areasByName = Map.groupBy(sectors, ({ area }) => area.name)
  const places = sectors.flatMap(({ area, within }, index) => {
    const isShared = (areasByName.get(area.name)?.length ?? 0) > 1
    const sector = [isShared ? within : '', area.name || `Area ${index + 1}`].filter((part) => part !== '').join(', ')
    const where = `area '${sector}'`
    if (area.type === 'Unreserved') {
      return [placeOf({ where, sector, row: '', isStanding: true, capacity: area.capacity }, objections)]
    }
    return (area.seats ?? []).map(({ row, number, x, y }) =>
      placeOf(
        { where: `${where}, row '${row}', seat '${number}'`, sector, row, seat: number, position: [x, y] },
        objections,
      ),
    )
  })
  objections.throwIfAny()
  return places.filter((place) => place !== undefined)
}

/** Returns the areas with places, each with the name of its group. */
function sectorsIn(area: Area, within: string): { area: Area; within: string }[] {
  if (area.type !== 'Group') return [{ area, within }]
  return (area.areas ?? []).flatMap((part) => sectorsIn(part, area.name))
}
