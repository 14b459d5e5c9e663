import { beforeEach, expect, test, vi } from 'vitest'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from './seat-availability.ts'

const model = givenSeatModel()
const reservation = (id: number) => ({ placeId: placeId(id), ticketState: 'RESERVED' as const })
const floor = (occupied: number) => ({ seatingPlanPlaceId: placeId(20), occupied, capacity: 50 })
const [STALLS, FLOOR, BOX] = [0, 2, 3]

let availability: SeatAvailability
beforeEach(() => {
  availability = new SeatAvailability(model)
})

test('starts with all seats free, no standing places and nothing in a closed sector', () => {
  expect(availability.freeAt(placeId(1))).toBe(1)
  expect(availability.freeAt(placeId(20))).toBe(0)
  expect(availability.freeAt(placeId(30))).toBe(0)
  expect([...availability.freeInSector]).toEqual([8, 2, 0, 0])
  expect(availability.capacityOfSector[BOX]).toBe(1)
})

test('applies reservations and standing capacities', () => {
  availability.replace(givenState(model, { reservations: [reservation(1), reservation(8)], capacities: [floor(12)] }))
  expect(availability.freeAt(placeId(1))).toBe(0)
  expect(availability.freeInSector[STALLS]).toBe(6)
  expect(availability.freeInSector[FLOOR]).toBe(38)
  expect(availability.capacityOfSector[FLOOR]).toBe(50)
})

test('reports only the changed places of a new snapshot, and frees released ones', () => {
  availability.replace(givenState(model, { reservations: [reservation(1), reservation(2)], capacities: [floor(12)] }))
  const listener = vi.fn<(changed: readonly number[]) => void>()
  availability.subscribe(listener)
  availability.replace(givenState(model, { reservations: [reservation(2), reservation(3)], capacities: [floor(12)] }))
  expect(listener.mock.calls).toEqual([[[0, 2]]])
  expect(availability.freeAt(placeId(1))).toBe(1)
})

test('calls no listener if nothing has changed', () => {
  const snapshot = givenState(model, { reservations: [reservation(1)], capacities: [floor(12)] })
  availability.replace(snapshot)
  const { version } = availability
  const listener = vi.fn()
  availability.subscribe(listener)
  availability.replace(snapshot)
  expect(listener).not.toHaveBeenCalled()
  expect(availability.version).toBe(version)
})

test('applies a batch of changes and skips unknown places', () => {
  availability.replace(givenState(model, { reservations: [], capacities: [floor(0)] }))
  const changed = availability.apply([
    { placeId: placeId(4), occupied: 1 },
    { placeId: placeId(777), occupied: 1 },
    { placeId: placeId(20), occupied: 49 },
  ])
  expect(changed).toEqual([3, 10])
  expect(availability.freeAt(placeId(20))).toBe(1)
  expect(availability.capacityOfSector[FLOOR]).toBe(50)
})

test('shows an overfull standing place as full', () => {
  availability.replace(givenState(model, { reservations: [], capacities: [floor(60)] }))
  expect(availability.freeAt(placeId(20))).toBe(0)
})

test('does not call an unsubscribed listener', () => {
  const listener = vi.fn()
  availability.subscribe(listener)()
  availability.apply([{ placeId: placeId(1), occupied: 1 }])
  expect(listener).not.toHaveBeenCalled()
})

test('refuses the state of another plan', () => {
  expect(() => availability.replace({ taken: new Uint8Array(3), standing: [] })).toThrow('another plan')
})

test('marks a taken seat as own, and reports the changes to listeners', () => {
  const availability = new SeatAvailability(givenSeatModel())
  const listener = vi.fn()
  availability.subscribe(listener)
  availability.setOwn({ inCart: [placeId(2), placeId(20), placeId(20)], bought: [placeId(20)] })
  expect([availability.own.inCart.get(10), availability.own.bought.get(10)]).toEqual([2, 1])
  expect(availability.ownAt(1), 'not known to be taken').toBeUndefined()
  availability.apply([{ placeId: placeId(2), occupied: 1 }])
  expect([availability.ownAt(1), availability.ownAt(0)]).toEqual(['inCart', undefined])
  availability.setOwn({ inCart: [], bought: [] })
  expect(availability.ownAt(1)).toBeUndefined()
  expect(listener.mock.calls).toEqual([[[1, 10]], [[1]], [[1, 10]]])
})

test('shows a bought seat as bought, even while it is still in the cart', () => {
  availability.apply([{ placeId: placeId(2), occupied: 1 }])
  availability.setOwn({ inCart: [placeId(2)], bought: [placeId(2)] })
  expect(availability.ownAt(1)).toBe('bought')
  availability.setOwn({ inCart: [], bought: [placeId(2)] })
  expect(availability.ownAt(1)).toBe('bought')
})
