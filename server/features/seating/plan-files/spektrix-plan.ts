import * as z from 'zod/mini'
import type { ImportedPlace } from '#domain/seating-plan/imported-places.ts'
import { Objections } from '#domain/seating-plan/objections.ts'
import { messages } from '#contract/fields.ts'
import { measure, placeOf } from './found-place.ts'
import { readBy, words } from './read-by.ts'

const seat = z.object({ row: words, number: words, x: measure, y: measure })

const area = z.object({
  type: z.enum(['Group', 'Reserved', 'Unreserved'], { error: messages.oneOf(['Group', 'Reserved', 'Unreserved']) }),
  name: words,
  get areas(): z.ZodMiniOptional<z.ZodMiniArray<typeof area>> {
    return z.optional(z.array(area))
  },
  seats: z.optional(z.array(seat)),
  capacity: z.optional(z.number({ error: messages.invalid })),
})
type Area = z.output<typeof area>

const spektrixPlan = z.object({ baseSeatingArea: area })

/**
 * The places of a seating plan as Spektrix asks for it: a tree of areas, of which those with seats or with a capacity
 * are sectors. Room to stand has no position there. Throws a RangeError of up to ten sentences, each with its area.
 */
export function readSpektrixPlan(json: object): ImportedPlace[] {
  const objections = new Objections()
  const { baseSeatingArea } = readBy(spektrixPlan, json)
  const sectors = sectorsIn(baseSeatingArea, '')
  const often = Map.groupBy(sectors, ({ area }) => area.name)
  const places = sectors.flatMap(({ area, within }, index) => {
    const isShared = (often.get(area.name)?.length ?? 0) > 1
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

/** The areas that hold places, each with the name of the group it lies in. */
function sectorsIn(area: Area, within: string): { area: Area; within: string }[] {
  if (area.type !== 'Group') return [{ area, within }]
  return (area.areas ?? []).flatMap((part) => sectorsIn(part, area.name))
}
