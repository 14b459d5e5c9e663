import { expect, test } from 'vitest'
import type { PlaceId } from './ids.ts'
import { Problem } from './problem.ts'
import { MAX_RESERVATIONS_PER_SHOW } from './reservations.ts'
import {
  afterPointingAt,
  objectionToChoosing,
  objectionToMore,
  sortOutLost,
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
  standing: false,
  available: true,
  free,
})

const floor: OfferedPlace = {
  id: id(900),
  name: { sectorName: 'Floor', rowName: '', seatNumber: 0 },
  standing: true,
  available: true,
  free: 3,
}

const fullHands: SeatChoice = Array.from({ length: MAX_RESERVATIONS_PER_SHOW }, (_, at) => id(at + 1))

const codeOf = (answer: unknown) => (answer instanceof Problem ? answer.code : undefined)

test('pointing at a free seat chooses it, pointing again lets it go', () => {
  const once = afterPointingAt([], seat(14))
  expect(once).toEqual([14])
  expect(afterPointingAt(once as SeatChoice, seat(14))).toEqual([])
})

test('every pointing at a standing place adds a ticket, up to the free places', () => {
  let choice: SeatChoice = []
  for (let time = 0; time < 3; time++) choice = afterPointingAt(choice, floor) as SeatChoice
  expect(ticketsFor(choice, floor.id)).toBe(3)
  expect(codeOf(afterPointingAt(choice, floor))).toBe('standing_full')
})

test('a taken seat is named in the refusal', () => {
  const refusal = objectionToChoosing([], seat(14, 0))
  expect(refusal?.code).toBe('seats_taken')
  expect(refusal?.details).toEqual({ places: [{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 }] })
})

test('a place of an unavailable sector cannot be chosen', () => {
  expect(objectionToChoosing([], { ...seat(1), available: false })?.code).toBe('places_not_bookable')
})

test('nobody chooses more than twenty tickets at once, but can always let one go', () => {
  expect(objectionToChoosing(fullHands, seat(99))?.details).toEqual({ limit: 20, scope: 'show', held: 0 })
  expect(codeOf(afterPointingAt(fullHands, floor))).toBe('too_many_reservations')
  expect(afterPointingAt(fullHands, seat(1))).toHaveLength(MAX_RESERVATIONS_PER_SHOW - 1)
})

test('a shop may allow another number of tickets, and what is held already counts', () => {
  const refusal = objectionToChoosing([id(1)], seat(2), { limit: 3, held: 2 })
  expect(refusal?.details).toEqual({ limit: 3, scope: 'show', held: 2 })
  expect(afterPointingAt([id(1)], seat(2), { limit: 3, held: 1 })).toEqual([1, 2])
  const { choice, objection } = withTickets([], floor, 3, { limit: 2, held: 0 })
  expect([choice, objection?.code]).toEqual([[900, 900], 'too_many_reservations'])
  expect(objectionToMore(fullHands, { limit: 21, held: 0 })).toBeUndefined()
})

test('removing a ticket takes the last one of that place and leaves the others in order', () => {
  expect(withoutTicket([id(900), id(1), id(900), id(2)], id(900))).toEqual([900, 1, 2])
  expect(withoutTicket([id(1)], id(2))).toEqual([1])
})

test('asking for a number of standing tickets gives that number', () => {
  const { choice } = withTickets([id(1)], floor, 3)
  expect(choice).toEqual([1, 900, 900, 900])
  expect(withTickets(choice, floor, 1)).toEqual({ choice: [1, 900] })
  expect(withTickets(choice, floor, 0)).toEqual({ choice: [1] })
})

test('asking for more standing tickets than there are gives what is there, and says so', () => {
  const { choice, objection } = withTickets([], floor, 5)
  expect(choice).toHaveLength(3)
  expect(objection?.code).toBe('standing_full')
})

test('what others took is sorted out and the rest stays chosen', () => {
  const freeAt = (place: PlaceId) => ({ 1: 1, 2: 0, 900: 1 })[place as number] ?? 0
  expect(sortOutLost([id(1), id(900), id(2), id(900)], freeAt)).toEqual({ kept: [1, 900], lost: [2, 900] })
})
