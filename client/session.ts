import { jwtDecode } from 'jwt-decode'
import { useSyncExternalStore } from 'react'
import { TOKEN_ROLES, type TokenRole } from '#domain/roles.ts'

export type Role = 'ADMIN' | 'STAFF' | 'USER' | 'UNDEFINED'
export type Session = { readonly token: string | null; readonly role: Role; readonly isLoggedIn: boolean }

const STORAGE_KEY = 'authToken'
const HOUR = 3_600_000
const LIFETIME = 7 * 24 * HOUR

const roles: Record<TokenRole, Role> = { ROLE_ADMIN: 'ADMIN', ROLE_STAFF: 'STAFF', ROLE_USER: 'USER' }

const loggedOut: Session = { token: null, role: 'UNDEFINED', isLoggedIn: false }

let session = loggedOut
let expiresAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Returns the current session. */
export function currentSession(): Session {
  return session
}

/** Returns the current session and re-renders on changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/** Calls back on every login and logout, in this tab or another. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the stored token and follows changes by other tabs. Throws if it cannot be decoded. */
export function restoreSession(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY || key === null) adoptFromOtherTab(newValue)
  })
  adopt(readStored())
}

/** Logs in for seven days. An empty token logs out. Throws and logs out if the token cannot be decoded. */
export function startSession(token: string): void {
  adopt(token)
}

/** Logs out of this browser. */
export function endSession(): void {
  adopt(null)
}

/** Returns the user id of a token; undefined if it has none. */
export function userIn(token: string): string | undefined {
  try {
    return jwtDecode(token).sub
  } catch {
    return undefined
  }
}

function adopt(token: string | null): void {
  clearTimeout(timer)
  try {
    const role = token ? roleOf(token) : 'UNDEFINED'
    expiresAt = Date.now() + LIFETIME
    change(token ? { token, role, isLoggedIn: true } : loggedOut)
  } catch (error) {
    change(loggedOut)
    throw error
  }
  if (token) checkExpiry()
}

function adoptFromOtherTab(token: string | null): void {
  try {
    adopt(token)
  } catch {
    // The other tab has already reported the error.
    return
  }
}

function change(next: Session): void {
  store(next.token)
  if (next.token === session.token) return
  session = next
  for (const listener of listeners) listener()
}

function checkExpiry(): void {
  const left = expiresAt - Date.now()
  if (left <= 0) endSession()
  else timer = setTimeout(checkExpiry, Math.min(left, HOUR))
}

function roleOf(token: string): Role {
  const named = rolesIn(token)
  const highest = TOKEN_ROLES.find((role) => named.includes(role))
  return highest === undefined ? 'UNDEFINED' : roles[highest]
}

function rolesIn(token: string): readonly unknown[] {
  try {
    const { rol } = jwtDecode<{ rol?: unknown }>(token)
    return Array.isArray(rol) ? rol : []
  } catch (error) {
    throw new Error('Invalid token specified', { cause: error })
  }
}

// Browsers may refuse storage by throwing. Then the session lasts as long as the page.
function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function store(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, token)
  } catch {
    return
  }
}
