import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from '../../server/promises/source-mutant.ts'
import { guards } from './guards.mjs'

test('finds the code of each guard once in its file, and its tests', () => {
  const isThere = ({ file, code, tests }) =>
    existsSync(file) && readFileSync(file, 'utf8').split(code).length === 2 && existsSync(tests)
  const stale = guards.filter((guard) => !isThere(guard))
  expect(stale.map(({ name }) => name)).toEqual([])
})

test('finds the lines that mutants of the promises change in their files', () => {
  const stale = Object.entries(mutants).filter(([, edits]) =>
    [edits].flat().some(({ file, from }) => !readFileSync(`.${file}`, 'utf8').includes(from)),
  )
  expect(stale.map(([name]) => name)).toEqual([])
})
