import { expect, test } from 'vitest'
import { type SeriesRule, showsOfRule } from './show-series.ts'
import { dateTimeText } from '../time/time-text.ts'

const rule: SeriesRule = {
  first: '2026-10-19',
  last: '2026-11-01',
  weekdays: [],
  everyDays: 1,
  extra: [],
  except: [],
  times: ['19:30'],
  minutes: 150,
}

const startsOf = (given: Partial<SeriesRule>, zone = 'Europe/Vienna') =>
  showsOfRule({ ...rule, ...given }, zone).map(({ startTime }) => dateTimeText(startTime, zone))

test('lists chosen weekdays at the same local time over both changes of the clock', () => {
  expect(startsOf({ weekdays: [5, 7] })).toEqual([
    '2026/10/23 19:30',
    '2026/10/25 19:30',
    '2026/10/30 19:30',
    '2026/11/01 19:30',
  ])
  const [before, , after] = showsOfRule({ ...rule, weekdays: [5, 7] }, 'Europe/Vienna')
  expect(before?.startTime.toISOString()).toBe('2026-10-23T17:30:00.000Z')
  expect(after?.startTime.toISOString()).toBe('2026-10-30T18:30:00.000Z')
  expect(startsOf({ first: '2027-03-27', last: '2027-03-29' })).toEqual([
    '2027/03/27 19:30',
    '2027/03/28 19:30',
    '2027/03/29 19:30',
  ])
  expect(startsOf({ first: '2026-11-20', last: '2026-11-21' }, 'Pacific/Auckland')).toHaveLength(2)
})

test('keeps the length of a show during which the clock changes', () => {
  const [show] = showsOfRule({ ...rule, first: '2026-10-25', last: '2026-10-25', times: ['01:30'] }, 'Europe/Vienna')
  expect(Number(show?.endTime) - Number(show?.startTime)).toBe(150 * 60_000)
  expect(dateTimeText(show?.endTime ?? '', 'Europe/Vienna')).toBe('2026/10/25 03:00')
})

test('lists every n days several times a day, with further days and without excluded ones', () => {
  const given = { everyDays: 5, times: ['20:00', '15:00'], extra: ['2026-12-24'], except: ['2026-10-24'] }
  expect(startsOf(given)).toEqual([
    '2026/10/19 15:00',
    '2026/10/19 20:00',
    '2026/10/29 15:00',
    '2026/10/29 20:00',
    '2026/12/24 15:00',
    '2026/12/24 20:00',
  ])
})

test('lists a day once, and nothing for a period that ends before it begins', () => {
  expect(startsOf({ last: '2026-10-19', extra: ['2026-10-19'] })).toEqual(['2026/10/19 19:30'])
  expect(startsOf({ last: '2026-10-18' })).toEqual([])
})
