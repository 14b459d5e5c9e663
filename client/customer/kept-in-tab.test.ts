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

test('what is kept is found again under its key, until it is forgotten', () => {
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

test('another customer finds nothing, and nor does its owner behind them', () => {
  keepInTab('note', 'for Zofia')
  givenCustomer('2')
  expect(keptInTab('note')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('note')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('nobody finds it either, but leaves it to its owner', () => {
  keepInTab('note', 'for Zofia')
  endSession()
  expect(keptInTab('note')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('note')).toBe('for Zofia')
})

test('it can be kept for a customer whose session has just ended, and for nobody it is not kept', () => {
  const { token } = currentSession()
  endSession()
  keepInTab('note', 'for nobody')
  keepInTab('note', 'for whose token says no name', 'no token')
  expect(sessionStorage).toHaveLength(0)
  keepInTab('note', 'for Zofia', token)
  givenCustomer()
  expect(keptInTab('note')).toBe('for Zofia')
})

test('whatever else stands in the storage is passed over', () => {
  for (const text of ['{', 'null', '[]', '7', '"1"', '{"user":"1"}']) {
    sessionStorage.setItem('note', text)
    expect(keptInTab('note')).toBeUndefined()
  }
})

test('a browser that refuses its storage keeps nothing, and nothing breaks', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepInTab('note', 'for Zofia')
  expect(keptInTab('note')).toBeUndefined()
  forgetInTab('note')
})
