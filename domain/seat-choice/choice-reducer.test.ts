import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  initialSeatChoice,
  seatChoiceReducer,
  type ChoiceRules,
  type SeatChoiceAction,
  type SeatChoiceState,
} from './choice-reducer.ts'
import { floor, givenAllowance, id, seat } from './sample-places.ts'
import { ticketsFor, type OfferedPlace } from './seat-choice.ts'

const givenRules: ChoiceRules = { allowance: givenAllowance, hasStarted: false, isReserving: false }
const reserving = { ...givenRules, isReserving: true }

const nothingChosen = initialSeatChoice([])

function after(actions: readonly SeatChoiceAction[], rules = givenRules, state = nothingChosen): SeatChoiceState {
  return actions.reduce(seatChoiceReducer(rules), state)
}

const point = (place: OfferedPlace): SeatChoiceAction => ({ type: 'point', place })

test('announces an added and a removed place with the choice after it', () => {
  const chosen = after([point(seat(1)), point(seat(2))])
  expect(chosen.placeIds).toEqual([1, 2])
  expect(chosen.announcement).toEqual({ kind: 'added', place: seat(2), choice: [1, 2] })
  const removed = after([point(seat(1))], givenRules, chosen)
  expect(removed.announcement).toEqual({ kind: 'removed', place: seat(1), choice: [2] })
})

test('clears a refusal and lost places after the next change', () => {
  const refused = after([
    point(seat(1)),
    point(seat(2)),
    { type: 'losePlaces', places: [seat(1, 0)] },
    point(seat(3, 0)),
  ])
  expect(refused.objection).toEqual({ code: 'seat_not_free', place: seat(3, 0) })
  expect(refused.lost).toEqual([seat(1, 0)])
  for (const action of [
    point(seat(4)),
    { type: 'remove', place: seat(2) },
    { type: 'choose', placeIds: [id(2)] },
    { type: 'setTickets', place: floor, tickets: 1 },
  ] as const) {
    expect(after([action], givenRules, refused)).toMatchObject({ objection: undefined, lost: [] })
  }
})

test('keeps a refusal when the number of tickets stays', () => {
  const refused = after([{ type: 'setTickets', place: floor, tickets: 5 }])
  expect(refused.objection?.code).toBe('standing_full')
  expect(after([{ type: 'setTickets', place: floor, tickets: 3 }], givenRules, refused)).toBe(refused)
})

test('changes the tickets as far as possible and announces the reason against the rest', () => {
  const { placeIds, objection, announcement } = after([{ type: 'setTickets', place: floor, tickets: 5 }])
  expect(placeIds).toEqual([900, 900, 900])
  expect(objection?.code).toBe('standing_full')
  expect(announcement).toEqual({ kind: 'refused', objection })
})

test('replaces the choice with exactly the given array', () => {
  const placeIds = [id(5), id(900), id(900)]
  const chosen = after([point(seat(1)), { type: 'choose', placeIds }])
  expect(chosen.placeIds).toBe(placeIds)
  expect(chosen.announcement).toEqual({ kind: 'chosen', choice: placeIds })
})

test('removes all tickets of a place', () => {
  const { placeIds } = after([
    { type: 'choose', placeIds: [id(900), id(1), id(900)] },
    { type: 'remove', place: floor },
  ])
  expect(placeIds).toEqual([1])
})

test('restores the choice when the plan has arrived', () => {
  const loaded = after([{ type: 'loadPlan', placeIds: [id(1)] }])
  expect(loaded).toEqual({ ...initialSeatChoice([id(1)]), announcement: { kind: 'planLoaded' } })
})

test('is empty and silent when the choice has become a reservation', () => {
  const reserved = after([point(seat(1)), { type: 'finishReserving' }])
  expect([reserved.placeIds, reserved.announcement]).toEqual([[], undefined])
})

test('refuses to choose places of a show that has started, but lets chosen ones go', () => {
  const rules = { ...givenRules, hasStarted: true }
  const chosen = initialSeatChoice([id(1)])
  for (const action of [point(seat(1)), point(seat(2)), { type: 'setTickets', place: floor, tickets: 2 }] as const) {
    const refused = after([action], rules, chosen)
    expect([refused.placeIds, refused.objection?.code]).toEqual([[1], 'show_started'])
  }
  expect(after([{ type: 'remove', place: seat(1) }], rules, chosen).placeIds).toEqual([])
})

test('names the seats lost to others and those that the customer owns', () => {
  const own = { ...seat(3, 0), own: 'bought' as const }
  const lost = after([
    point(seat(1)),
    point(seat(2)),
    point(seat(3)),
    point(floor),
    { type: 'losePlaces', places: [seat(1, 0), seat(2), seat(3), { ...floor, free: 0 }] },
    { type: 'losePlaces', places: [seat(1, 0), seat(2), own, { ...floor, free: 0 }] },
  ])
  expect(lost.placeIds).toEqual([2])
  expect(lost.lost.map((place) => place.id)).toEqual([1, 900, 3])
  expect(lost.objection).toMatchObject({
    code: 'seats_taken',
    details: { places: [seat(1).name], own: [seat(3).name] },
  })
})

test('says that there is too little room when only standing places are lost', () => {
  const lost = after([point(floor), point(floor), { type: 'losePlaces', places: [{ ...floor, free: 1 }] }])
  expect(lost.placeIds).toEqual([900])
  expect([lost.objection?.code, lost.announcement?.kind]).toEqual(['standing_full', 'added'])
})

test('stays the same when no chosen place is lost', () => {
  const chosen = after([point(seat(1)), point(floor)])
  expect(after([{ type: 'losePlaces', places: [seat(1), floor] }], givenRules, chosen)).toBe(chosen)
})

test('announces lost places apart from dropping them', () => {
  const announced = after([{ type: 'announceLost', places: [seat(1, 0)] }])
  expect([announced.objection, announced.announcement]).toEqual([
    undefined,
    { kind: 'refused', objection: expect.objectContaining({ code: 'seats_taken' }) },
  ])
})

const places = fc.oneof(
  fc
    .record({ number: fc.integer({ min: 1, max: 6 }), free: fc.integer({ min: 0, max: 1 }) })
    .map(({ number, free }) => seat(number, free)),
  fc.integer({ min: 0, max: 9 }).map((free) => ({ ...floor, free })),
)
const changes = fc.oneof(
  places.map(point),
  fc.record({ type: fc.constant('setTickets' as const), place: places, tickets: fc.integer({ min: -1, max: 9 }) }),
  fc.record({ type: fc.constant('remove' as const), place: places }),
)
const losses = fc.record({
  type: fc.constant('losePlaces' as const),
  places: fc.uniqueArray(places, { selector: (place) => place.id }),
})
const histories = fc.array(fc.oneof(changes, losses), { maxLength: 30 })

test('never grows beyond the allowance, and holds each seat once', () => {
  fc.assert(
    fc.property(histories, fc.nat(8), fc.nat(8), fc.nat(8), (actions, limit, held, perRequest) => {
      const { placeIds } = after(actions, { ...givenRules, allowance: { limit, held, perRequest } })
      expect(placeIds.length).toBeLessThanOrEqual(Math.max(0, Math.min(limit - held, perRequest)))
      for (let number = 1; number <= 6; number++) expect(ticketsFor(placeIds, id(number))).toBeLessThanOrEqual(1)
    }),
  )
})

test('adds no ticket that is not free', () => {
  fc.assert(
    fc.property(histories, places, fc.integer({ min: 1, max: 9 }), (actions, place, tickets) => {
      const before = after(actions)
      const next = after([{ type: 'setTickets', place, tickets }], givenRules, before)
      const added = ticketsFor(next.placeIds, place.id) > ticketsFor(before.placeIds, place.id)
      if (added) expect(ticketsFor(next.placeIds, place.id)).toBeLessThanOrEqual(place.free)
    }),
  )
})

test('never changes while it is being reserved', () => {
  fc.assert(
    fc.property(histories, fc.array(changes), (actions, attempts) => {
      const locked = after(actions)
      const choose: SeatChoiceAction = { type: 'choose', placeIds: [id(6)] }
      const { placeIds, objection, lost } = after([...attempts, choose], reserving, locked)
      expect(placeIds).toBe(locked.placeIds)
      expect([objection, lost]).toEqual([locked.objection, locked.lost])
    }),
  )
})

test('drops exactly the lost tickets and keeps the order of the rest', () => {
  fc.assert(
    fc.property(histories, losses, (actions, loss) => {
      const before = after(actions)
      const { placeIds, lost } = after([loss], givenRules, before)
      const dropped = before.placeIds.length - placeIds.length
      expect(lost.length - before.lost.length).toBe(dropped)
      for (const place of loss.places) {
        const left = Math.min(ticketsFor(before.placeIds, place.id), place.free)
        expect(ticketsFor(placeIds, place.id)).toBe(left)
      }
      const first = (choice: readonly number[]) => [...new Set(choice)]
      expect(first(placeIds)).toEqual(first(before.placeIds).filter((place) => placeIds.includes(id(place))))
    }),
  )
})
