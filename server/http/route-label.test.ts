import { expect, test } from 'vitest'
import { routeLabel } from './route-label.ts'

test.each([
  ['/shop/api/v1/events/:id', '/shop/api/v1/events/7?x=1', '/api/v1/events/:id'],
  ['/shop/*', '/shop/event/7/event-shows?tab=1', '/event/:id/event-shows'],
  ['/shop/', '/shop/', '/'],
  ['/shop', '/shop', '/'],
  ['/shop/*', '/shop/event/seven', 'unknown'],
  ['/shop/*', '/shop/%zz', 'unknown'],
  ['/shop/assets/app-1a2b.js', '/shop/assets/app-1a2b.js', '/assets/*'],
  [undefined, '/elsewhere', 'unknown'],
])('labels %s at %s as %s', (pattern, url, label) => {
  expect(routeLabel(pattern, url, '/shop/')).toBe(label)
})
