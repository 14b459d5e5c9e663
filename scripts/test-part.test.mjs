import { expect, test, vi } from 'vitest'
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
