import { beforeEach, expect, test } from 'vitest'
import { givenSeatingPlan, givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { SeatIndex } from './seat-index.ts'
import { visiblePart, type View } from './view.ts'
import { viewOfMatches } from './view-of-matches.ts'

const plan = givenSeatingPlan()
const [stalls, ...others] = plan.sectors
const places = (stalls?.places ?? []).map((place) =>
  place.id === 5 ? { ...place, kind: 'WHEELCHAIR' as const } : place,
)
const model = givenSeatModel({
  ...plan,
  sectors: [{ ...plan.sectors[0], places } as (typeof plan.sectors)[0], ...others],
})
const index = new SeatIndex(model)
const size = { width: 400, height: 300 }
/** Shows row C of the circle alone. */
const atCircle: View = { k: 0.5, x: -600, y: 0 }
const wheelchairs = { shown: new Set<number>(), kinds: new Set(['WHEELCHAIR'] as const) }
const priceOf = (seat: number) => ({
  ...{ shown: new Set([model.sectors[model.sectorOf[seat] ?? 0]?.priceClass ?? 0]), kinds: new Set<never>() },
})

let availability: SeatAvailability
beforeEach(() => {
  availability = new SeatAvailability(model)
  availability.replace(givenState(model, { reservations: [], capacities: [] }))
})

const viewOf = (filter: Parameters<typeof viewOfMatches>[1], view = atCircle) =>
  viewOfMatches({ availability, index }, filter, view, size)

/** Returns the places that a view shows. */
const shownBy = (view: View | undefined) => view && index.within(visiblePart(view, size))

test('leads to the free places of a kind or price outside of the map', () => {
  expect(shownBy(viewOf(wheelchairs))).toContain(4)
  expect(shownBy(viewOf(priceOf(0)))).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7]))
})

test('leaves the map where it is if it shows a match', () => {
  expect(viewOf(priceOf(8)), 'the price of the circle').toBeUndefined()
  expect(viewOf(wheelchairs, { k: 0.2, x: 0, y: 0 }), 'the whole plan').toBeUndefined()
})

test('leaves the map where it is without a filter, and if no match is free', () => {
  expect(viewOf({ shown: new Set(), kinds: new Set() })).toBeUndefined()
  availability.replace(
    givenState(model, { reservations: [{ placeId: placeId(5), ticketState: 'BOUGHT' }], capacities: [] }),
  )
  expect(viewOf(wheelchairs)).toBeUndefined()
})
