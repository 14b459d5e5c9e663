import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ZONES = ['Europe/Vienna', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const MOMENTS = [
  '1969-12-31T23:59:59.999Z',
  '2000-02-29T12:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2199-12-31T23:59:59Z',
]
const SCRIPT = `
  import { localTime, utcOffset } from ${JSON.stringify(new URL('time-zone.ts', import.meta.url).href)}
  const times = ${JSON.stringify(ZONES)}.flatMap((zone) => ${JSON.stringify(MOMENTS)}.map((at) => [
    Object.values(localTime(new Date(at), zone)).join(), utcOffset(new Date(at), zone),
  ]))
  const refusals = [() => localTime(new Date(NaN), 'UTC'), () => localTime(0, 'Nowhere/Atall')].map((refused) => {
    try { refused() } catch (error) { return error.name }
  })
  console.log(JSON.stringify([typeof Temporal, { times, refusals }]))
`

// Node has `Temporal` only with this flag, in contrast to browsers.
function run(...flags: string[]): unknown {
  const said = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', SCRIPT], { encoding: 'utf8' })
  return JSON.parse(said)
}

test('tells the same times with and without Temporal', () => {
  const [without, told] = run() as [string, { times: unknown[]; refusals: unknown[] }]
  expect(without).toBe('undefined')
  expect(told.times).toHaveLength(ZONES.length * MOMENTS.length)
  expect(told.times[2]).toEqual(['2026,03,29,01,59,59', 3_600_000])
  expect(told.refusals).toEqual(['RangeError', 'RangeError'])
  expect(run('--harmony-temporal')).toEqual(['object', told])
})
