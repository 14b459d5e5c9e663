import { jwtDecode } from 'jwt-decode'
import { useSyncExternalStore } from 'react'

export type Role = 'ADMIN' | 'USER' | 'UNDEFINED'
export type Session = { readonly token: string | null; readonly role: Role; readonly isLoggedIn: boolean }

const STORAGE_KEY = 'authToken'
const HOUR = 3_600_000
const LIFETIME = 7 * 24 * HOUR

const loggedOut: Session = { token: null, role: 'UNDEFINED', isLoggedIn: false }

let session = loggedOut
let expiresAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Who is here. */
export function currentSession(): Session {
  return session
}

/** Who is here, and renders again when that changes. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession)
}

/** Calls back whenever somebody logs in or out, in this tab or another. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the token that was kept, and follows what other tabs do to it. Throws when it cannot be decoded. */
export function restoreSession(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY || key === null) adoptFromOtherTab(newValue)
  })
  adopt(readStored())
}

/** Logs in for seven days. An empty token logs out; one that cannot be decoded throws and logs out. */
export function startSession(token: string): void {
  adopt(token)
}

/** Logs out of this browser. */
export function endSession(): void {
  adopt(null)
}

/** Whose token it is; undefined when it does not say. */
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
    // The other tab said so.
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
  const roles = rolesIn(token)
  if (roles.includes('ROLE_ADMIN')) return 'ADMIN'
  return roles.includes('ROLE_USER') ? 'USER' : 'UNDEFINED'
}

function rolesIn(token: string): readonly unknown[] {
  try {
    const { rol } = jwtDecode<{ rol?: unknown }>(token)
    return Array.isArray(rol) ? rol : []
  } catch (error) {
    throw new Error('Invalid token specified', { cause: error })
  }
}

// A browser may refuse its storage, by throwing. Then the session lives as long as the page.
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
