import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

test('after the login one goes to the page that was asked for, its filters included', () => {
  expect(redirectTarget('/user-tickets?state=BOUGHT&pageIndex=2')).toEqual({
    to: '/user-tickets',
    search: { state: 'BOUGHT', pageIndex: '2' },
  })
})

test('without a page that was asked for one goes home', () => {
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
])('a redirect to %j goes home', (wanted) => {
  expect(redirectTarget(wanted)).toEqual({ to: '/', search: {} })
})
