import { expect, test } from 'vitest'
import type { PlaceId } from './ids.ts'
import { Problem } from './problem.ts'
import { MAX_RESERVATIONS_PER_SHOW } from './reservations.ts'
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

const id = (number: number) => number as PlaceId

const seat = (number: number, free = 1): OfferedPlace => ({
  id: id(number),
  name: { sectorName: 'Stalls', rowName: 'C', seatNumber: number },
  isStanding: false,
  isAvailable: true,
  free,
})

const floor: OfferedPlace = {
  id: id(900),
  name: { sectorName: 'Floor', rowName: '', seatNumber: 0 },
  isStanding: true,
  isAvailable: true,
  free: 3,
}

const fullChoice: SeatChoice = Array.from({ length: MAX_RESERVATIONS_PER_SHOW }, (_, at) => id(at + 1))

const problemCodeOf = (answer: unknown) => (answer instanceof Problem ? answer.code : undefined)

test('chooses a free seat on the first press and removes it on the second', () => {
  const once = withPlaceToggled([], seat(14))
  expect(once).toEqual([14])
  expect(withPlaceToggled(once as SeatChoice, seat(14))).toEqual([])
})

test('adds a ticket with each press on a standing place, up to its free capacity', () => {
  let choice: SeatChoice = []
  for (let time = 0; time < 3; time++) choice = withPlaceToggled(choice, floor) as SeatChoice
  expect(ticketsFor(choice, floor.id)).toBe(3)
  expect(problemCodeOf(withPlaceToggled(choice, floor))).toBe('standing_full')
})

test('names the seat when it is taken', () => {
  const objection = objectionToChoosing([], seat(14, 0))
  expect(objection?.code).toBe('seats_taken')
  expect(objection?.details).toEqual({ places: [{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 }] })
})

test('refuses a place of an unavailable sector', () => {
  expect(objectionToChoosing([], { ...seat(1), isAvailable: false })?.code).toBe('places_not_bookable')
})

test('refuses a ticket beyond the limit of twenty, but still removes one', () => {
  expect(objectionToChoosing(fullChoice, seat(99))?.details).toEqual({ limit: 20, scope: 'show', held: 0 })
  expect(problemCodeOf(withPlaceToggled(fullChoice, floor))).toBe('too_many_reservations')
  expect(withPlaceToggled(fullChoice, seat(1))).toHaveLength(MAX_RESERVATIONS_PER_SHOW - 1)
})

test('applies the limit of the shop and counts tickets already held', () => {
  const tooMany = objectionToChoosing([id(1)], seat(2), { limit: 3, held: 2 })
  expect(tooMany?.details).toEqual({ limit: 3, scope: 'show', held: 2 })
  expect(withPlaceToggled([id(1)], seat(2), { limit: 3, held: 1 })).toEqual([1, 2])
  const { choice, objection } = withTickets([], floor, 3, { limit: 2, held: 0 })
  expect([choice, objection?.code]).toEqual([[900, 900], 'too_many_reservations'])
  expect(objectionToAnotherTicket(fullChoice, { limit: 21, held: 0 })).toBeUndefined()
})

test('removes the last ticket of a place and keeps the others in order', () => {
  expect(withoutTicket([id(900), id(1), id(900), id(2)], id(900))).toEqual([900, 1, 2])
  expect(withoutTicket([id(1)], id(2))).toEqual([1])
})

test('sets the number of standing tickets', () => {
  const { choice } = withTickets([id(1)], floor, 3)
  expect(choice).toEqual([1, 900, 900, 900])
  expect(withTickets(choice, floor, 1)).toEqual({ choice: [1, 900] })
  expect(withTickets(choice, floor, 0)).toEqual({ choice: [1] })
})

test('chooses as many standing tickets as are free, and reports the objection to more', () => {
  const { choice, objection } = withTickets([], floor, 5)
  expect(choice).toHaveLength(3)
  expect(objection?.code).toBe('standing_full')
})

test('separates lost tickets from those that stay chosen', () => {
  const freeAt = (place: PlaceId) => ({ 1: 1, 2: 0, 900: 1 })[place as number] ?? 0
  expect(separateLost([id(1), id(900), id(2), id(900)], freeAt)).toEqual({ kept: [1, 900], lost: [2, 900] })
})
