import { expect, test } from 'vitest'
import { readFocus } from './read-focus.ts'

test('reads a side, or a point in percent from the left and the top', () => {
  expect(readFocus('bottom')).toBe('bottom')
  expect(['50,10', ' 50 %, 10% ', '0,100', '12.5,0.25'].map(readFocus)).toEqual([
    { x: 50, y: 10 },
    { x: 50, y: 10 },
    { x: 0, y: 100 },
    { x: 12.5, y: 0.25 },
  ])
})

test.each(['', 'middle', '50', '50,', '50,101', '-1,50', '50,10,3', '1e1,5'])('refuses %j', (text) => {
  expect(() => readFocus(text)).toThrow(
    `--focus is top, bottom, left or right, or a point in percent of the drawing such as 50,10, not '${text}'.`,
  )
})
