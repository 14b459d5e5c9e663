import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

const run = promisify(execFile)

/** Waits in a process of its own that has nothing else to do. Rejects if it does not end by itself with code 0. */
async function timeOf(ms: number, work: string): Promise<number> {
  const module = new URL('at-most.ts', import.meta.url).href
  const code = `
    const { atMost } = await import('${module}')
    const start = performance.now()
    await atMost(${ms}, ${work})
    console.log(performance.now() - start)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { timeout: 20_000 })
  return Number(stdout)
}

test('waits no longer than its limit, also in a process that has nothing else to do', async () => {
  expect(await timeOf(50, 'new Promise(() => {})')).toBeGreaterThan(40)
})

test('does not keep a process when the work has ended', async () => {
  expect(await timeOf(600_000, 'Promise.resolve()')).toBeLessThan(10_000)
})

test('rejects as the work does', async () => {
  await expect(atMost(600_000, Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.')
})
