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
  keepInTab('seatChoices', { seats: [1, 2] })
  keepInTab('keptForm', 'for Zofia')
  expect([keptInTab('seatChoices'), keptInTab('keptForm')]).toEqual([{ seats: [1, 2] }, 'for Zofia'])
  forgetInTab('seatChoices')
  expect([keptInTab('seatChoices'), keptInTab('keptForm')]).toEqual([undefined, 'for Zofia'])
})

test('hides a value from another customer and deletes it', () => {
  keepInTab('keptForm', 'for Zofia')
  givenCustomer('2')
  expect(keptInTab('keptForm')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('keptForm')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('hides a value without a login but keeps it for its owner', () => {
  keepInTab('keptForm', 'for Zofia')
  endSession()
  expect(keptInTab('keptForm')).toBeUndefined()
  givenCustomer()
  expect(keptInTab('keptForm')).toBe('for Zofia')
})

test('keeps a value for the user of a just ended session, and nothing without a user', () => {
  const { token } = currentSession()
  endSession()
  keepInTab('keptForm', 'for nobody')
  keepInTab('keptForm', 'for whose token says no name', 'no token')
  expect(sessionStorage).toHaveLength(0)
  keepInTab('keptForm', 'for Zofia', token)
  givenCustomer()
  expect(keptInTab('keptForm')).toBe('for Zofia')
})

test('ignores invalid content of the storage', () => {
  for (const text of ['{', 'null', '[]', '7', '"1"', '{"user":"1"}']) {
    sessionStorage.setItem('keptForm', text)
    expect(keptInTab('keptForm')).toBeUndefined()
  }
})

test('keeps nothing, without an error, if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepInTab('keptForm', 'for Zofia')
  expect(keptInTab('keptForm')).toBeUndefined()
  forgetInTab('keptForm')
})
