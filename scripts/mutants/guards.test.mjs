import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guards } from './guards.mjs'

test('finds the code of each guard once in its file, and its tests', () => {
  const isThere = ({ file, code, tests }) =>
    existsSync(file) && readFileSync(file, 'utf8').split(code).length === 2 && existsSync(tests)
  const stale = guards.filter((guard) => !isThere(guard))
  expect(stale.map(({ name }) => name)).toEqual([])
})
