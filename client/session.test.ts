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

test('keeps a session for seven days', () => {
  startSession(tokenWith(['ROLE_USER']))
  vi.advanceTimersByTime(7 * DAY - 1)
  expect(currentSession().isLoggedIn).toBe(true)
  vi.advanceTimersByTime(1)
  expect(currentSession()).toEqual({ token: null, role: 'UNDEFINED', isLoggedIn: false })
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('checks the expiry at least hourly, also after sleep', () => {
  startSession(tokenWith(['ROLE_USER']))
  vi.setSystemTime(Date.now() + 8 * DAY)
  vi.advanceTimersByTime(HOUR)
  expect(currentSession().isLoggedIn).toBe(false)
})

test('restores a stored token', () => {
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
])('derives from the roles %j the role %s', (rol, role) => {
  startSession(tokenWith(rol))
  expect(currentSession().role).toBe(role)
})

test('reports and deletes a token that cannot be decoded', () => {
  localStorage.setItem('authToken', 'nonsense')
  expect(() => restoreSession()).toThrow(/^Invalid token specified$/)
  expect(currentSession().isLoggedIn).toBe(false)
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('logs out with an empty token', () => {
  startSession(tokenWith(['ROLE_USER']))
  startSession('')
  expect(currentSession().isLoggedIn).toBe(false)
})

test('follows a logout in another tab', () => {
  restoreSession()
  startSession(tokenWith(['ROLE_USER']))
  const changed = vi.fn()
  const stop = onSessionChange(changed)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken', newValue: null }))
  expect(currentSession().isLoggedIn).toBe(false)
  expect(changed).toHaveBeenCalledOnce()
  stop()
})

test('logs in without storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Storage is full', 'QuotaExceededError')
  })
  startSession(tokenWith(['ROLE_USER']))
  expect(currentSession().isLoggedIn).toBe(true)
})
