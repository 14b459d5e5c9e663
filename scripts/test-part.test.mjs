import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from './install.mjs'
import { runPart } from './test-part.mjs'

test.each([
  ['exits with an error', 'process.exit(1)', { passed: 0, failed: 1 }],
  ['passes without a count', '', { passed: 0, failed: 1 }],
  ['counts no test', 'console.log("0 passed, 0 failed")', { passed: 0, failed: 1 }],
  ['counts its tests', 'console.log("3 passed, 2 failed")', { passed: 3, failed: 2 }],
])('counts a part that %s', async (_, code, counts) => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await runPart('Part', ['-e', code])).toMatchObject(counts)
  vi.restoreAllMocks()
})

test('counts a part that passes without writing its report as failed', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(await runPart('Part', ['-e', ''], { report: 'missing.json' })).toMatchObject({ passed: 0, failed: 1 })
  expect(log.mock.lastCall?.[0]).toContain('No test ran')
  vi.restoreAllMocks()
})

test('names the failure of a part without a report by the end of its output', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { failures } = await runPart('Part', ['-e', 'console.log("a rule is broken"); process.exit(1)'])
  expect(failures).toEqual([{ title: 'Part', message: 'a rule is broken' }])
  vi.restoreAllMocks()
})

test('names the failed tests of a report with their messages', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const report = 'named-failures.json'
  const assertionResults = [
    { title: 'adds', status: 'passed', failureMessages: [] },
    { title: 'subtracts', status: 'failed', failureMessages: ['expected 1 to be 2'] },
  ]
  const written = {
    numPassedTests: 1,
    numFailedTests: 1,
    numFailedTestSuites: 1,
    testResults: [{ name: join(root, 'domain/sums.test.ts'), assertionResults }],
  }
  const path = join(root, 'test-results', report)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(written))
  const { failures } = await runPart('Part', ['-e', 'process.exit(1)'], { report })
  rmSync(path)
  expect(failures).toEqual([{ title: 'subtracts (domain/sums.test.ts)', message: 'expected 1 to be 2' }])
  vi.restoreAllMocks()
})
