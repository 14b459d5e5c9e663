import { expect, test } from 'vitest'
import { deskPageOf } from './desk-page-of.ts'

test.each([
  ['/admin', '/admin'],
  ['/admin/shows', '/admin/shows'],
  ['/admin/shows/3', '/admin/shows'],
  ['/admin/shows/3/cancellation', '/admin/shows'],
  ['/admin/shows/3/box-office', '/admin/box-office'],
  ['/admin/shows/3/door-list', '/admin/box-office'],
  ['/admin/shows/3/figures', '/admin/figures'],
  ['/admin/invoices/3', '/admin/orders'],
  ['/admin/payments/3', '/admin/payments'],
  ['/admin/payments/reconciliation', '/admin/payments/reconciliation'],
  ['/admin/locations/create', '/admin/locations'],
  ['/event-show/create', '/admin/shows'],
  ['/user/create', '/admin'],
  ['/news', undefined],
  ['/nowhere', undefined],
])('the page %s belongs to the entry %s of the navigation', (path, entry) => {
  expect(deskPageOf(path)).toBe(entry)
})
