import { describe, expect, test } from 'vitest'
import { showStarts } from './show-rule.ts'

const friday = new Date('2026-11-20T09:00:00Z')
const starts = (...args: Parameters<typeof showStarts>) => showStarts(...args).map((start) => start.toISOString())

describe('showStarts', () => {
  test('repeats weekdays for a number of weeks, at local time', () => {
    expect(starts({ on: 'Fri Sat', at: '19:30', from: 3, weeks: 2 }, friday, 'Europe/Vienna')).toEqual([
      '2026-11-27T18:30:00.000Z',
      '2026-11-28T18:30:00.000Z',
      '2026-12-04T18:30:00.000Z',
      '2026-12-05T18:30:00.000Z',
    ])
  })

  test('allows two shows a day, and days in the past', () => {
    expect(starts({ on: 'Sun', at: ['11:00', '15:00'], from: -7 }, friday, 'Europe/London')).toEqual([
      '2026-11-15T11:00:00.000Z',
      '2026-11-15T15:00:00.000Z',
    ])
  })

  test('keeps the local time across a clock change', () => {
    const spring = new Date('2026-03-27T12:00:00Z')
    expect(starts({ on: 'daily', at: '20:00', from: 1 }, spring, 'Europe/Vienna').slice(0, 2)).toEqual([
      '2026-03-28T19:00:00.000Z',
      '2026-03-29T18:00:00.000Z',
    ])
  })

  test('starts at the next occurrence of a day of the year', () => {
    expect(starts({ on: 'Thu', at: '20:30', from: '06-20' }, friday, 'Europe/Vienna')).toEqual([
      '2027-06-24T18:30:00.000Z',
    ])
    expect(starts({ on: 'Thu', at: '20:30', from: '12-24' }, friday, 'Europe/Vienna')).toEqual([
      '2026-12-24T19:30:00.000Z',
    ])
  })

  test('counts days from the local day of the time zone', () => {
    const lateEvening = new Date('2026-11-20T23:30:00Z')
    expect(starts({ on: 'daily', at: '12:00', from: 0 }, lateEvening, 'Europe/Vienna')[0]).toBe(
      '2026-11-21T11:00:00.000Z',
    )
    expect(starts({ on: 'daily', at: '12:00', from: 0 }, lateEvening, 'Europe/London')[0]).toBe(
      '2026-11-20T12:00:00.000Z',
    )
  })
})
