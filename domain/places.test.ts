import { expect, test } from 'vitest'
import { placeText } from './places.ts'

test('a seat is named by sector, row and number; a row with a name of its own goes by it', () => {
  expect(placeText({ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 })).toBe('Stalls, row C, seat 14')
  expect(placeText({ sectorName: 'Stalls', rowName: '12', seatNumber: 3 })).toBe('Stalls, row 12, seat 3')
  expect(placeText({ sectorName: 'Parterre', rowName: 'Box 3', seatNumber: 2 })).toBe('Parterre, Box 3, seat 2')
})

test('a standing place is named by its sector alone', () => {
  expect(placeText({ sectorName: 'Floor', rowName: '', seatNumber: 0 })).toBe('Floor')
})
