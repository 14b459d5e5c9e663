import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, endSession, onSessionChange, restoreSession, startSession } from './session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  endSession()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function tokenWith(rol: unknown): string {
  return ['{"alg":"HS256"}', JSON.stringify({ sub: '7', rol }), 'signature'].map((part) => btoa(part)).join('.')
}

test('who logs in stays logged in for seven days, and not longer', () => {
  startSession(tokenWith(['ROLE_USER']))
  vi.advanceTimersByTime(7 * DAY - 1)
  expect(currentSession().isLoggedIn).toBe(true)
  vi.advanceTimersByTime(1)
  expect(currentSession()).toEqual({ token: null, role: 'UNDEFINED', isLoggedIn: false })
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('the end is looked for at least every hour, so that a sleeping computer does not miss it', () => {
  startSession(tokenWith(['ROLE_USER']))
  vi.setSystemTime(Date.now() + 8 * DAY)
  vi.advanceTimersByTime(HOUR)
  expect(currentSession().isLoggedIn).toBe(false)
})

test('a token that was kept is found again', () => {
  const token = tokenWith(['ROLE_USER'])
  localStorage.setItem('authToken', token)
  restoreSession()
  expect(currentSession()).toEqual({ token, role: 'USER', isLoggedIn: true })
})

test.each([
  [['ROLE_USER', 'ROLE_ADMIN'], 'ADMIN'],
  [['ROLE_ADMIN'], 'ADMIN'],
  [['ROLE_USER'], 'USER'],
  [['ROLE_GUEST'], 'UNDEFINED'],
  [undefined, 'UNDEFINED'],
])('the roles %j make %s', (rol, role) => {
  startSession(tokenWith(rol))
  expect(currentSession().role).toBe(role)
})

test('a token that cannot be decoded is said to be invalid and is thrown away', () => {
  localStorage.setItem('authToken', 'nonsense')
  expect(() => restoreSession()).toThrow(/^Invalid token specified$/)
  expect(currentSession().isLoggedIn).toBe(false)
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('an empty token logs out', () => {
  startSession(tokenWith(['ROLE_USER']))
  startSession('')
  expect(currentSession().isLoggedIn).toBe(false)
})

test('whoever logs out in one tab is logged out in the other', () => {
  restoreSession()
  startSession(tokenWith(['ROLE_USER']))
  const changed = vi.fn()
  const stop = onSessionChange(changed)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken', newValue: null }))
  expect(currentSession().isLoggedIn).toBe(false)
  expect(changed).toHaveBeenCalledOnce()
  stop()
})

test('a browser that keeps nothing can log in all the same', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Storage is full', 'QuotaExceededError')
  })
  startSession(tokenWith(['ROLE_USER']))
  expect(currentSession().isLoggedIn).toBe(true)
})
