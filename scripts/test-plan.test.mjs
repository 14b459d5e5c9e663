import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles, comparisonIn, everything, planFor } from './test-plan.mjs'

const specs = ['e2e/pages.spec.ts', 'e2e/forms.spec.ts']

test.each([
  ['nothing for a document', ['docs/words.md'], undefined],
  ['the changed journeys alone', specs, specs],
  ['no deleted journey', ['e2e/deleted.spec.ts'], undefined],
  ['all journeys for a file that only the global setup imports', ['e2e/start-shops.ts'], []],
  ['all journeys for a helper and a journey', ['e2e/shop.ts', ...specs], []],
  ['all journeys for the client', ['client/routes.tsx'], []],
  ['no journey for the list of the specification', ['e2e/specification/buying.ts'], undefined],
])('plans %s', (_, files, journeys) => {
  expect(planFor(files).journeys).toEqual(journeys)
})

test.each(['package.json', 'playwright.config.ts', 'scripts/test.mjs', 'server/testing/database.ts'])(
  'plans everything for %s',
  (file) => expect(planFor(['docs/words.md', file])).toBe(everything),
)

test('plans budgets and promises by folder', () => {
  expect(planFor(['server/app.ts'])).toMatchObject({ budgets: true, promises: true })
  expect(planFor(['client/routes.tsx'])).toMatchObject({ budgets: true, promises: false })
  expect(planFor(['server/promises/audit.test.ts'])).toMatchObject({ budgets: false, promises: true })
  expect(planFor(['e2e/shop.ts'])).toMatchObject({ budgets: false, promises: false })
})

let folder
const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-plan-'))
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@foyer.example')
})
afterEach(() => rmSync(folder, { recursive: true }))

function commit(file) {
  writeFileSync(join(folder, file), file)
  git('add', '.')
  git('commit', '--quiet', '--message', file)
  return git('rev-parse', 'HEAD')
}

test('compares a branch with the commit at which it left main', () => {
  const left = commit('a.ts')
  git('switch', '--quiet', '--create', 'branch')
  commit('b.ts')
  writeFileSync(join(folder, 'c.ts'), '')
  expect(comparisonIn(folder)).toEqual({ name: 'main', base: left })
  expect(changedFiles(folder, left)).toEqual(['b.ts', 'c.ts'])
})

test('compares main with origin/main, else with the last tag, else with nothing', () => {
  const first = commit('a.ts')
  expect(comparisonIn(folder)).toBeUndefined()
  git('tag', 'v1')
  const second = commit('b.ts')
  expect(comparisonIn(folder)).toEqual({ name: 'the last tag', base: first })
  git('update-ref', 'refs/remotes/origin/main', second)
  commit('c.ts')
  expect(comparisonIn(folder)).toEqual({ name: 'origin/main', base: second })
})

test('counts both names of a renamed file', () => {
  const first = commit('a.ts')
  git('mv', 'a.ts', 'b.ts')
  expect(changedFiles(folder, first)).toEqual(['a.ts', 'b.ts'])
})
