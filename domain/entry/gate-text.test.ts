import { expect, test } from 'vitest'
import { entranceText, gateText } from './gate-text.ts'

test('names up to four gates, and counts the others', () => {
  expect(gateText(['Gate B, north side'])).toBe('Gate B, north side')
  expect(gateText(['North', 'South'])).toBe('North or South')
  expect(gateText(['A', 'B', 'C', 'D'])).toBe('A, B, C or D')
  expect(gateText(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('A, B, C, D or 2 more')
})

test('says nothing without gates', () => {
  expect([gateText([]), entranceText([])]).toEqual(['', ''])
  expect(entranceText(['Gate B'])).toBe('Entrance: Gate B')
})
