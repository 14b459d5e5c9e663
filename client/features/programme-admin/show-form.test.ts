import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { emptyShow, showForm, showIn, type ShowValues } from './show-form.ts'

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
