import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, endSession } from '#client/session.ts'
import { givenCustomer } from '#client/testing/given-customer.ts'
import { forgetInTab, keepInTab, keptInTab } from './kept-in-tab.ts'

beforeEach(() => {
  sessionStorage.clear()
  givenCustomer()
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
})

test('reads a value by its key until it is deleted', () => {
  keepInTab('order', { seats: [1, 2] })
  keepInTab('note', 'for Zofia')
  expect([keptInTab('order'), keptInTab('note'), keptInTab('other')]).toEqual([
    { seats: [1, 2] },
    'for Zofia',
    undefined,
  ])
  forgetInTab('order')
  expect([keptInTab('order'), keptInTab('note')]).toEqual([undefined, 'for Zofia'])
})

test('hides a value from another customer and deletes it', () => {
  keepInTab('note', 'for Zofia')
  givenCustomer('2')
  expect(keptInTab('note')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('note')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('hides a value without a login but keeps it for its owner', () => {
  keepInTab('note', 'for Zofia')
  endSession()
  expect(keptInTab('note')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('note')).toBe('for Zofia')
})

test('keeps a value for the user of a just ended session, and nothing without a user', () => {
  const { token } = currentSession()
  endSession()
  keepInTab('note', 'for nobody')
  keepInTab('note', 'for whose token says no name', 'no token')
  expect(sessionStorage).toHaveLength(0)
  keepInTab('note', 'for Zofia', token)
  givenCustomer()
  expect(keptInTab('note')).toBe('for Zofia')
})

test('ignores invalid content of the storage', () => {
  for (const text of ['{', 'null', '[]', '7', '"1"', '{"user":"1"}']) {
    sessionStorage.setItem('note', text)
    expect(keptInTab('note')).toBeUndefined()
  }
})

test('keeps nothing, without an error, if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepInTab('note', 'for Zofia')
  expect(keptInTab('note')).toBeUndefined()
  forgetInTab('note')
})
