import { expect, test } from 'vitest'
import { placesText, placeText, type PlaceKind } from './places.ts'

test('names a seat by sector, row and number, with "row" only before letters and numbers', () => {
  expect(placeText({ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 })).toBe('Stalls, row C, seat 14')
  expect(placeText({ sectorName: 'Stalls', rowName: '12', seatNumber: 3 })).toBe('Stalls, row 12, seat 3')
  expect(placeText({ sectorName: 'Parterre', rowName: 'Box 3', seatNumber: 2 })).toBe('Parterre, Box 3, seat 2')
})

test('names the kind of a seat, and groups seats by it', () => {
  const seat = (seatNumber: number, kind?: PlaceKind) => ({ sectorName: 'Stalls', rowName: 'C', seatNumber, kind })
  expect(placeText(seat(14, 'RESTRICTED_VIEW'))).toBe('Stalls, row C, seat 14 (restricted view)')
  expect(placesText([seat(1, 'WHEELCHAIR'), seat(2, 'COMPANION'), seat(3, 'COMPANION')])).toBe(
    'Stalls, row C, seat 1 (wheelchair place); Stalls, row C, seats 2 and 3 (companion seat)',
  )
})

test('names a standing place by its sector only', () => {
  expect(placeText({ sectorName: 'Floor', rowName: '', seatNumber: 0 })).toBe('Floor')
})

test('groups several places by row and shortens consecutive seats to a range', () => {
  const seat = (rowName: string, seatNumber: number) => ({ sectorName: 'Stalls', rowName, seatNumber })
  const floor = { sectorName: 'Floor', rowName: '', seatNumber: 0 }
  expect(placesText([seat('C', 7), seat('C', 5), seat('C', 6)])).toBe('Stalls, row C, seats 5–7')
  expect(placesText([seat('C', 2), seat('D', 2), seat('C', 4)])).toBe(
    'Stalls, row C, seats 2 and 4; Stalls, row D, seat 2',
  )
  expect(placesText([7, 3, 5, 9].map((number) => seat('12', number)))).toBe('Stalls, row 12, seats 3, 5 … 9')
  expect(placesText([floor, floor, seat('Box 3', 1)])).toBe('2 × Floor; Stalls, Box 3, seat 1')
})
