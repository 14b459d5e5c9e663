import { expect, test } from 'vitest'
import type { PlaceId } from '../ids.ts'
import { MAX_RESERVATIONS_PER_SHOW } from '../tickets/reservations.ts'
import { floor, givenAllowance, id, seat } from './sample-places.ts'
import {
  withPlaceToggled,
  objectionToChoosing,
  objectionToAnotherTicket,
  separateLost,
  ticketsFor,
  withoutTicket,
  withTickets,
  type OfferedPlace,
  type SeatChoice,
} from './seat-choice.ts'

const fullChoice: SeatChoice = Array.from({ length: MAX_RESERVATIONS_PER_SHOW }, (_, at) => id(at + 1))

const press = (choice: SeatChoice, place: OfferedPlace, allowance = givenAllowance) =>
  withPlaceToggled(choice, place, allowance)

test('chooses a free seat on the first press and removes it on the second', () => {
  const once = press([], seat(14))
  expect(once).toEqual({ choice: [14] })
  expect(press(once.choice, seat(14))).toEqual({ choice: [] })
})

test('adds a ticket with each press on a standing place, up to its free capacity', () => {
  let choice: SeatChoice = []
  for (let time = 0; time < 3; time++) ({ choice } = press(choice, floor))
  expect(ticketsFor(choice, floor.id)).toBe(3)
  expect(press(choice, floor)).toMatchObject({ choice, objection: { code: 'standing_full' } })
})

test('names the seat when it is taken', () => {
  const taken = seat(14, 0)
  expect(objectionToChoosing([], taken, givenAllowance)).toEqual({ code: 'seat_not_free', place: taken })
})

test('refuses a place of an unavailable sector', () => {
  expect(objectionToChoosing([], { ...seat(1), isAvailable: false }, givenAllowance)?.code).toBe('places_not_bookable')
})

test('refuses a ticket beyond the limit of twenty, but still removes one', () => {
  const details = { limit: 20, scope: 'show', held: 0 }
  expect(objectionToChoosing(fullChoice, seat(99), givenAllowance)).toMatchObject({ details })
  expect(press(fullChoice, floor).objection?.code).toBe('too_many_reservations')
  expect(press(fullChoice, seat(1)).choice).toHaveLength(MAX_RESERVATIONS_PER_SHOW - 1)
})

test('applies the limit of the shop and counts tickets already held', () => {
  const refusal = objectionToChoosing([id(1)], seat(2), { ...givenAllowance, limit: 3, held: 2 })
  expect(refusal).toMatchObject({ code: 'too_many_reservations', details: { limit: 3, scope: 'show', held: 2 } })
  expect(press([id(1)], seat(2), { ...givenAllowance, limit: 3, held: 1 }).choice).toEqual([1, 2])
  const { choice, objection } = withTickets([], floor, 3, { ...givenAllowance, limit: 2 })
  expect([choice, objection?.code]).toEqual([[900, 900], 'too_many_reservations'])
  expect(objectionToAnotherTicket(fullChoice, { ...givenAllowance, limit: 21 })).toBeUndefined()
})

test('refuses more tickets than fit in one request, if the limit allows more', () => {
  const codeAt = (limit: number) => objectionToAnotherTicket(fullChoice, { limit, held: 5, perRequest: 20 })?.code
  expect([codeAt(25), codeAt(26)]).toEqual(['too_many_reservations', 'too_many_at_once'])
})

test('removes the last ticket of a place and keeps the others in order', () => {
  expect(withoutTicket([id(900), id(1), id(900), id(2)], id(900))).toEqual([900, 1, 2])
  expect(withoutTicket([id(1)], id(2))).toEqual([1])
})

test('sets the number of standing tickets', () => {
  const { choice } = withTickets([id(1)], floor, 3, givenAllowance)
  expect(choice).toEqual([1, 900, 900, 900])
  expect(withTickets(choice, floor, 1, givenAllowance)).toEqual({ choice: [1, 900] })
  expect(withTickets(choice, floor, 0, givenAllowance)).toEqual({ choice: [1] })
})

test('chooses as many standing tickets as are free, and reports the objection to more', () => {
  const { choice, objection } = withTickets([], floor, 5, givenAllowance)
  expect(choice).toHaveLength(3)
  expect(objection?.code).toBe('standing_full')
})

test('separates lost tickets from those that stay chosen', () => {
  const freeAt = (place: PlaceId) => ({ 1: 1, 2: 0, 900: 1 })[place as number] ?? 0
  expect(separateLost([id(1), id(900), id(2), id(900)], freeAt)).toEqual({ kept: [1, 900], lost: [2, 900] })
})
