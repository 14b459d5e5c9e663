import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenSeatModel, givenState, placeId } from '#client/testing/given-seating-plan.ts'
import { SeatAvailability } from '#client/features/seating/seat-availability.ts'
import { SeatTip } from './seat-tip.tsx'

const [STALLS, FLOOR, BOX] = [0, 2, 3]

let availability: SeatAvailability
beforeEach(() => {
  availability = new SeatAvailability(givenSeatModel())
  const reservations = [2, 3, 4].map((id) => ({ placeId: placeId(id), ticketState: 'BOUGHT' as const }))
  const capacities = [{ seatingPlanPlaceId: placeId(20), occupied: 10, capacity: 50 }]
  availability.replace(givenState(availability.model, { reservations, capacities }))
  availability.setOwn({ inCart: [placeId(3)], bought: [placeId(4), placeId(5)] })
})
afterEach(cleanup)

/** Returns the texts of the tooltip. */
function tipOf(sector: number, place?: number, isNumbered = false): (string | null)[] {
  const hovered = { place, sector, isNumbered, at: { x: 30, y: 40 } }
  const { container } = render(<SeatTip availability={availability} chosen={new Map([[5, 1]])} hovered={hovered} />)
  return Array.from(container.firstElementChild?.children ?? [], ({ textContent }) => textContent)
}

test('shows the price and the state of a seat', () => {
  const stateOf = (place: number) => tipOf(STALLS, place).at(-1)
  expect(tipOf(STALLS, 0)).toEqual(['Stalls, row A, seat 1', '45.00 €', 'free'])
  expect(stateOf(1)).toBe('Taken')
  expect(stateOf(2)).toBe('In your cart')
  expect(stateOf(3)).toBe('Your ticket')
  expect(stateOf(5)).toBe('Your selection')
  expect(stateOf(4), 'a ticket that was given back').toBe('free')
})

test('shows the free places of a sector and of a standing place', () => {
  expect(tipOf(STALLS)).toEqual(['Stalls', '45.00 €', '5 free'])
  expect(tipOf(FLOOR, 10)).toEqual(['Floor', '9.00 €', '40 free'])
})

test('shows the full name of a sector that the map shows by its number', () => {
  expect(tipOf(STALLS, undefined, true)[0]).toBe('1 · Stalls')
})

test('shows no price for places that are not on sale', () => {
  expect(tipOf(BOX)).toEqual(['Box', 'Not available'])
  expect(tipOf(BOX, 11)).toEqual(['Box, row D, seat 1', 'Not available'])
})

test('positions the tip and hides it from screen readers', () => {
  const hovered = { place: 0, sector: STALLS, isNumbered: false, at: { x: 30, y: 40 } }
  const { container } = render(<SeatTip availability={availability} chosen={new Map()} hovered={hovered} />)
  const tip = container.firstElementChild as HTMLElement
  expect([tip.style.getPropertyValue('--x'), tip.style.getPropertyValue('--y')]).toEqual(['30px', '40px'])
  expect(tip.getAttribute('aria-hidden')).toBe('true')
})
