import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { UNREADABLE_TIME } from '#domain/time/typed-time.ts'
import { givenShow } from '#client/testing/sample-data.ts'
import {
  changedShowForm,
  changedShowValuesOf,
  emptyShow,
  isTold,
  refundsUntilIn,
  showForm,
  showIn,
  type ShowValues,
} from './show-form.ts'
import type { AdminShow } from './shows.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-12-01T12:00:00Z')
})
afterEach(() => void vi.useRealTimers())

const filled = {
  ...emptyShow,
  name: 'Premiere',
  startTime: '2026-12-12 19:30:00',
  endTime: '2026-12-12 22:00:00',
  price: '38.50',
  event: { id: 1 },
  artist: { id: 2 },
  location: { id: 3, timeZone: 'Europe/London' },
  seatingPlan: { id: 4 },
} as ShowValues

function problemsOf(values: Partial<ShowValues>): Record<string, string> {
  const issues = z.safeParse(showForm, { ...filled, ...values }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

test('sends a show in cents and in the time zone of its location', () => {
  expect(problemsOf({})).toEqual({})
  expect(showIn(filled)).toEqual({
    name: 'Premiere',
    startTime: '2026-12-12T19:30:00.000Z',
    endTime: '2026-12-12T22:00:00.000Z',
    price: 3850,
    eventId: 1,
    artistId: 2,
    locationId: 3,
    seatingPlanId: 4,
  })
})

test('shows one message per required field of an empty form', () => {
  const required = Object.keys(emptyShow).map((field) => [field, 'Value is required'])
  expect(problemsOf(emptyShow)).toEqual(Object.fromEntries(required))
})

test("refuses past times by the location's time zone", () => {
  expect(problemsOf({ startTime: '2026-12-01 11:59:00' })).toEqual({ startTime: 'date must not be prior to today' })
  expect(problemsOf({ startTime: '2026-12-01 12:01:00' })).toEqual({})
  const newYork = { id: 3, timeZone: 'America/New_York' } as ShowValues['location']
  expect(problemsOf({ startTime: '2026-12-01 08:00:00', location: newYork })).toEqual({})
  expect(problemsOf({ startTime: '2026-11-30 10:00:00', endTime: '2026-11-30 12:00:00' })).toEqual({
    startTime: 'date must not be prior to today',
    endTime: 'date must not be prior to today',
  })
})

test('requires the end after the start', () => {
  const message = 'End date must be after start date'
  expect(problemsOf({ endTime: filled.startTime })).toEqual({ endTime: message })
  expect(problemsOf({ endTime: '2026-12-12 19:00:00', name: '' })).toEqual({
    name: 'Value is required',
    endTime: message,
  })
})

test('offers refunds after the start, in the time zone of the location, with a change that is told', () => {
  const vienna = { ...givenShow.location, timeZone: 'Europe/Vienna' }
  const show = { ...givenShow, startTime: '2026-12-12T18:30:00.000Z', location: vienna } as unknown as AdminShow
  const values = changedShowValuesOf(show)
  expect([isTold(show, values), refundsUntilIn(values)]).toEqual([false, undefined])
  const gala = { ...values, name: 'Gala', price: '1' }
  expect(isTold(show, gala)).toBe(false)
  expect(isTold(show, { ...values, artist: { ...show.artist, id: 99 as typeof show.artist.id } })).toBe(true)
  expect(isTold(show, { ...values, startTime: '2026-12-13 19:30:00', endTime: '' })).toBe(true)
  expect(refundsUntilIn({ ...values, refundsUntil: '2026-12-20 23:59:00' })).toBe('2026-12-20T22:59:00.000Z')
  const problemsWith = (refundsUntil: string, isOffered = true) =>
    z
      .safeParse(
        changedShowForm(() => isOffered),
        { ...values, refundsUntil },
      )
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(problemsWith('2026-12-12 19:30:00')).toEqual([
    ['refundsUntil', 'Tickets can be refunded until the show starts anyway. Please choose a later time'],
  ])
  expect(problemsWith('next week')).toEqual([['refundsUntil', UNREADABLE_TIME]])
  expect(problemsWith('')).toBeUndefined()
  // Nobody could mend a field that is hidden.
  expect(problemsWith('next week', false)).toBeUndefined()
})
