import { expect, test } from 'vitest'
import { showTitle } from './show-title.ts'

test.each([
  ['OPERA', 'Tosca'],
  ['MOVIE', 'Tosca'],
  ['SPORTS', 'Premiere'],
  ['CONCERT', 'Premiere'],
] as const)('names a show of the type %s: %s', (type, title) => {
  expect(showTitle({ name: 'Premiere', event: { title: 'Tosca', type } })).toBe(title)
})
