import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mayLackChanges, readMoment, restoreTask } from './restore-options.ts'

const VIENNA = 'Europe/Vienna'

test.for([
  ['2026-11-22 19:30', '2026-11-22T18:30:00.000Z'],
  ['2026-07-22T19:30:15', '2026-07-22T17:30:15.000Z'],
  ['2026-11-22T19:30:15.250Z', '2026-11-22T19:30:15.250Z'],
  ['2026-11-22 19:30 -03:00', '2026-11-22T22:30:00.000Z'],
  ['2026-10-25 02:30 +01:00', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
])('reads %s in the time zone of the shop', ([text = '', moment]) => {
  expect(readMoment(text, VIENNA).toISOString()).toBe(moment)
})

test.for(['yesterday', '2026-02-30 10:00', '2026-11-22', '2026-11-22 25:00', '22.11.2026 19:30'])(
  'refuses %s',
  (text) => {
    expect(() => readMoment(text, VIENNA)).toThrow('--until must be a time such as')
  },
)

test('refuses a time that the change of the clocks skips or repeats', () => {
  expect(() => readMoment('2026-03-29 02:30', VIENNA)).toThrow('does not exist in Europe/Vienna')
  expect(() => readMoment('2026-10-25 02:30', VIENNA)).toThrow(
    'Write 2026-10-25T00:30:00.000Z or 2026-10-25T01:30:00.000Z',
  )
})

test('reads the command line', () => {
  expect(restoreTask(['backups', '--replace'], VIENNA)).toEqual({
    source: resolve('backups'),
    until: undefined,
    replace: true,
    keepAccess: false,
  })
  expect(restoreTask(['backups', '--keep-access'], VIENNA)).toMatchObject({ replace: false, keepAccess: true })
  expect(() => restoreTask(['backups', '--keep-access', '--until', '2026-11-22 19:30'], VIENNA)).toThrow(
    '--keep-access is for the latest state',
  )
  expect(() => restoreTask([], VIENNA)).toThrow('Name one folder')
  expect(() => restoreTask(['backups', '--untill', 'now'], VIENNA)).toThrow('Unknown option')
})

test('tells whether changes before the moment may be missing, although an open shop marks the time', () => {
  const moment = new Date('2026-11-22T18:30:00Z')
  expect(mayLackChanges(moment, new Date('2026-11-22T18:29:50Z'))).toBe(false)
  expect(mayLackChanges(moment, new Date('2026-11-22T18:28:00Z'))).toBe(true)
  expect(mayLackChanges(moment, undefined)).toBe(true)
})
