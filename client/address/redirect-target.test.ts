import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

test('returns the wanted page with its filters', () => {
  expect(redirectTarget('/user-tickets?state=BOUGHT&pageIndex=2')).toEqual({
    to: '/user-tickets',
    search: { state: 'BOUGHT', pageIndex: '2' },
  })
})

test('returns home without a wanted page', () => {
  expect(redirectTarget(undefined)).toEqual({ to: '/', search: {} })
})

test.each([
  'https://evil.example/checkout',
  '//evil.example/checkout',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'checkout',
  '/no-such-page',
  '/event-show/0',
  '/login/../../evil',
])('returns home instead of %j', (wanted) => {
  expect(redirectTarget(wanted)).toEqual({ to: '/', search: {} })
})
