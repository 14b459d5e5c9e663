import { expect, test } from 'vitest'
import { showNameOf } from './show-name.ts'

test.each([
  ['', 'Tosca'],
  ['Tosca', 'Tosca'],
  ['Premiere', 'Tosca – Premiere'],
  ['Tosca, with an introduction', 'Tosca, with an introduction'],
  ['Toscana', 'Tosca – Toscana'],
  ['Eagles – Falcons', 'Tosca: Eagles – Falcons'],
])('names a show of Tosca with the name "%s": %s', (name, expected) => {
  expect(showNameOf({ eventTitle: 'Tosca', name })).toBe(expected)
})
