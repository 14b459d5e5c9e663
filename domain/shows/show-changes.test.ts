import { expect, test } from 'vitest'
import { isToldToCustomers, objectionsToShowChange, showChangeMessages } from './show-changes.ts'

test('lets everything change before the first ticket, and the plan no longer after it', () => {
  const all = ['name', 'price', 'startTime', 'seatingPlanId']
  expect(objectionsToShowChange(all, { hasStarted: false, tickets: 0 })).toEqual([])
  expect(objectionsToShowChange(all, { hasStarted: false, tickets: 1 })).toEqual([
    { field: 'seatingPlanId', message: showChangeMessages.planInUse },
  ])
  expect(objectionsToShowChange(['name', 'price'], { hasStarted: false, tickets: 1 })).toEqual([])
})

test('lets only the name change once a show has started', () => {
  const fields = (changed: string[]) =>
    objectionsToShowChange(changed, { hasStarted: true, tickets: 0 }).map(({ field }) => field)
  expect(fields(['name'])).toEqual([])
  expect(fields(['name', 'price', 'endTime'])).toEqual(['price', 'endTime'])
})

test('tells customers of times, artist and location', () => {
  expect(['startTime', 'endTime', 'artistId', 'locationId'].every((field) => isToldToCustomers([field]))).toBe(true)
  expect(isToldToCustomers(['name', 'price', 'seatingPlanId'])).toBe(false)
})
