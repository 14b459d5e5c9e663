import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { MAX_RESERVATIONS_PER_SHOW } from '#domain/tickets/reservations.ts'
import {
  givenRows,
  givenSeatModel,
  givenSeatingPlan,
  givenSector,
  givenState,
  placeId,
} from '#client/testing/given-seating-plan.ts'
import { givenChoiceOptions } from '#client/testing/given-choice-options.ts'
import { SeatAvailability } from './seat-availability.ts'
import { useSeatChoice } from './use-seat-choice.ts'

const FLOOR = 10
const CLOSED = 11
let availability: SeatAvailability
let isUnanswered = false
let reload: (() => Promise<void>) | undefined
beforeEach(() => {
  reload = undefined
  isUnanswered = false
  availability = new SeatAvailability(givenSeatModel())
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 47, capacity: 50 }]
  availability.replace(
    givenState(availability.model, { reservations: [{ placeId: placeId(2), ticketState: 'BOUGHT' }], capacities }),
  )
})

function givenChoice({ hasStarted = false, held = 0, limit = MAX_RESERVATIONS_PER_SHOW } = {}) {
  const { result, rerender } = renderHook(
    ({ isReserving }) =>
      useSeatChoice(availability, {
        ...givenChoiceOptions,
        hasStarted,
        limit,
        own: { held, ...(reload && { reload }) },
        reservation: { isReserving, reserved: undefined, isUnanswered: () => isUnanswered },
      }),
    { initialProps: { isReserving: false } },
  )
  return {
    lock: (isReserving: boolean) => rerender({ isReserving }),
    now: () => result.current,
    point: (index: number) => act(() => result.current.actions.point(index)),
    setTickets: (index: number, tickets: number) => act(() => result.current.actions.setTickets(index, tickets)),
    remove: (id: number) => act(() => result.current.actions.remove(placeId(id))),
  }
}

test('adds and removes seats with their names, the total and an announcement', () => {
  const { now, point } = givenChoice()
  point(0)
  point(8)
  expect(now().chosen.places.map(({ text, price }) => [text, price])).toEqual([
    ['Stalls, row A, seat 1', 4500],
    ['Circle, row C, seat 1', 2250],
  ])
  expect(now().chosen.total).toBe(6750)
  expect(now().announcement).toBe('Circle, row C, seat 1 selected. 2 tickets, 67.50 €.')
  point(0)
  expect(now().placeIds).toEqual([11])
  expect(now().announcement).toBe('Stalls, row A, seat 1 removed. 1 ticket, 22.50 €.')
})

test('adds a standing ticket per selection until the place is full, and gives the reason', () => {
  const { now, point, remove } = givenChoice()
  for (let time = 0; time < 4; time++) point(FLOOR)
  expect(now().chosen.tickets.get(FLOOR)).toBe(3)
  expect(now().chosen.places[0]?.price).toBe(2700)
  expect(now().objection).toBe('Not enough standing places left')
  remove(20)
  expect(now().chosen.tickets.has(FLOOR)).toBe(false)
  expect(now().objection).toBeUndefined()
})

test('sets a number of standing tickets at once', () => {
  const { now, setTickets } = givenChoice()
  setTickets(FLOOR, 2)
  expect(now().placeIds).toEqual([20, 20])
  setTickets(FLOOR, 9)
  expect(now().placeIds).toEqual([20, 20, 20])
  expect(now().objection).toBe('Not enough standing places left')
  setTickets(FLOOR, 0)
  expect(now().placeIds).toEqual([])
})

test('gives the reason against a taken seat and a closed sector', () => {
  const { now, point } = givenChoice()
  point(1)
  expect(now().objection).toBe('Stalls, row A, seat 2 is taken.')
  point(CLOSED)
  expect(now().objection).toBe("These places can't be booked for this show.")
  expect(now().placeIds).toEqual([])
})

test('refuses the twenty-first ticket with the sentence of the server', () => {
  const hall = { ...givenSeatingPlan(), sectors: [givenSector({ id: 1, places: givenRows(['A'], 30, 1) })] }
  availability = new SeatAvailability(givenSeatModel(hall, cents(100)))
  const { now, point } = givenChoice()
  for (let seat = 0; seat <= MAX_RESERVATIONS_PER_SHOW; seat++) point(seat)
  expect(now().placeIds).toHaveLength(MAX_RESERVATIONS_PER_SHOW)
  expect(now().objection).toBe('You can hold at most 20 reservations for one show.')
})

test('applies the limit of the shop', () => {
  const hall = { ...givenSeatingPlan(), sectors: [givenSector({ id: 1, places: givenRows(['A', 'B', 'C'], 30, 1) })] }
  availability = new SeatAvailability(givenSeatModel(hall, cents(100)))
  const few = givenChoice({ limit: 2 })
  for (const seat of [0, 1, 2]) few.point(seat)
  expect(few.now().placeIds).toEqual([1, 2])
  expect([few.now().limits.maxParty, few.now().objection]).toEqual([
    2,
    'You can hold at most 2 reservations for one show.',
  ])
  const held = givenChoice({ limit: 5, held: 4 })
  expect(held.now().limits.maxParty).toBe(1)
  const many = givenChoice({ limit: 40 })
  act(() => void many.now().actions.choose(Array.from({ length: 30 }, (_, seat) => seat)))
  many.point(30)
  expect([many.now().placeIds.length, many.now().objection, many.now().limits.full]).toEqual([31, undefined, undefined])
  expect(many.now().limits.maxParty, 'the largest party').toBe(20)
})

test('limits the choice to the tickets of one request, and gives the reason', () => {
  const hall = { ...givenSeatingPlan(), sectors: [givenSector({ id: 1, places: givenRows(['A', 'B'], 30, 1) })] }
  availability = new SeatAvailability(givenSeatModel(hall, cents(100)))
  const { now, point } = givenChoice({ limit: 500, held: 3 })
  act(() => void now().actions.choose(Array.from({ length: 50 }, (_, seat) => seat)))
  const sentence = "You've reached the limit of tickets for one reservation."
  expect(now().limits.full).toBe(sentence)
  point(50)
  expect([now().placeIds.length, now().objection]).toEqual([50, sentence])
})

test('explains that the limit is reached before anything is refused', () => {
  const { now, setTickets } = givenChoice({ held: MAX_RESERVATIONS_PER_SHOW - 3 })
  setTickets(FLOOR, 3)
  expect(now().limits.full).toBe("With the 17 you already hold, you've reached the limit of tickets for one show.")
  expect(now().objection).toBeUndefined()
})

test('counts reserved tickets, and shows the reason while nothing more can be chosen', () => {
  const { now, point } = givenChoice({ held: MAX_RESERVATIONS_PER_SHOW - 1 })
  expect(now().limits.full).toBeUndefined()
  point(0)
  expect(now().limits.full).toBe("With the 19 you already hold, you've reached the limit of tickets for one show.")
  expect(now().limits.closed).toBeUndefined()
  point(FLOOR)
  expect(now().placeIds).toEqual([1])
  point(0)
  expect([now().limits.full, now().placeIds]).toEqual([undefined, []])
})

test('closes the choice for a customer at the limit', () => {
  const { now } = givenChoice({ held: MAX_RESERVATIONS_PER_SHOW })
  expect(now().limits.closed).toBe('You can hold at most 20 reservations for one show. You already hold 20.')
})

test('ignores found places while the choice is being reserved', () => {
  const { now, point, lock } = givenChoice()
  point(0)
  const { choose } = now().actions
  lock(true)
  let returned: unknown
  act(() => void (returned = choose([4])))
  expect([returned, now().placeIds]).toEqual([[1], [1]])
})

test('reports a sold-out show until a place is free again', () => {
  const { now } = givenChoice()
  const fill = (occupied: number, ...ids: number[]) =>
    act(() => void availability.apply(ids.map((id) => ({ placeId: placeId(id), occupied }))))
  fill(1, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12)
  expect(now().limits.closed, 'the floor has places left').toBeUndefined()
  fill(50, 20)
  expect([now().limits.closed, now().limits.full]).toEqual(['This show is sold out.', 'This show is sold out.'])
  fill(0, 11)
  expect([now().limits.closed, now().limits.full]).toEqual([undefined, undefined])
})

test('names own seats as reserved or bought', () => {
  const { now, point } = givenChoice()
  act(() => availability.setOwn({ inCart: [placeId(2)], bought: [] }))
  point(1)
  expect(now().objection).toBe('Stalls, row A, seat 2 is in your cart.')
  act(() => availability.setOwn({ inCart: [], bought: [placeId(2)] }))
  point(1)
  expect(now().objection).toBe('You already have the ticket for Stalls, row A, seat 2.')
})

test('refuses places of a show that has started, with the reason', () => {
  const { now, point } = givenChoice({ hasStarted: true })
  point(0)
  expect(now().placeIds).toEqual([])
  expect(now().objection).toBe('Cannot reserve tickets after the event has started')
})

test('locks the choice during the reservation, and gives the reason', () => {
  const { now, point, setTickets, remove, lock } = givenChoice()
  const sentence = 'Your tickets are being reserved …'
  for (const index of [0, 2]) point(index)
  lock(true)
  expect([now().limits.closed, now().limits.full]).toEqual([sentence, sentence])
  point(3)
  point(0)
  setTickets(FLOOR, 2)
  remove(3)
  act(() => void now().actions.choose([4]))
  act(() => now().actions.restore([]))
  expect(now().placeIds).toEqual([1, 3])
  expect(now().announcement).toBe(sentence)
  lock(false)
  remove(3)
  expect([now().placeIds, now().limits.closed, now().objection]).toEqual([[1], undefined, undefined])
})

test('drops and names a chosen seat taken by another buyer, and keeps the rest', () => {
  const { now, point } = givenChoice()
  point(0)
  point(2)
  point(FLOOR)
  act(() => void availability.apply([{ placeId: placeId(3), occupied: 1 }]))
  expect(now().placeIds).toEqual([1, 20])
  expect(now().objection).toBe('Stalls, row A, seat 3 was just taken by someone else.')
})

test('drops no place while an answer is missing, and drops lost ones afterwards', () => {
  const { now, point } = givenChoice()
  point(0)
  isUnanswered = true
  act(() => void availability.apply([{ placeId: placeId(1), occupied: 1 }]))
  expect(now().placeIds).toEqual([1])
  isUnanswered = false
  act(() => availability.notifyAgain())
  expect(now().placeIds).toEqual([])
  expect(now().objection).toBe('Stalls, row A, seat 1 was just taken by someone else.')
})

test('drops seats that turn out to be own without reporting a loss', async () => {
  const reloaded = Promise.withResolvers<void>()
  reload = () => reloaded.promise
  const { now, point } = givenChoice()
  for (const index of [0, 2, 3]) point(index)
  act(() => void availability.apply([1, 3].map((id) => ({ placeId: placeId(id), occupied: 1 }))))
  expect(now().placeIds, 'their owner is not known yet').toEqual([1, 3, 4])
  act(() => availability.setOwn({ inCart: [], bought: [placeId(1)] }))
  await act(async () => reloaded.resolve())
  expect(now().placeIds).toEqual([4])
  expect(now().objection).toBe(
    'Stalls, row A, seat 3 was just taken by someone else. You already hold Stalls, row A, seat 1.',
  )
  expect(now().lost).toEqual([2])
})

test('drops lost places at once, and announces them at most every five seconds', () => {
  vi.useFakeTimers()
  try {
    const { now, point } = givenChoice()
    for (const index of [0, 2, 3]) point(index)
    const lose = (id: number) => act(() => void availability.apply([{ placeId: placeId(id), occupied: 1 }]))
    lose(1)
    expect(now().announcement).toBe('Stalls, row A, seat 1 was just taken by someone else.')
    lose(3)
    lose(4)
    expect(now().placeIds).toEqual([])
    expect(now().objection).toBe('Stalls, row A, seats 1, 3 and 4 were just taken by someone else.')
    expect(now().lost).toEqual([0, 2, 3])
    expect(now().announcement).toBe('Stalls, row A, seat 1 was just taken by someone else.')
    act(() => void vi.advanceTimersByTime(5_000))
    expect(now().announcement).toBe('Stalls, row A, seats 3 and 4 were just taken by someone else.')
  } finally {
    vi.useRealTimers()
  }
})
