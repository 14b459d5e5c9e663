import { currentSession, userIn } from '#client/session.ts'

/** A stored value and its user. */
type Kept = { readonly user: string; readonly content?: unknown }

/**
 * Stores a JSON value in the tab for the customer of a token; no other customer can read it. Stores nothing without a
 * customer or if the browser refuses storage.
 */
export function keepInTab(key: string, content: unknown, token = currentSession().token): void {
  const user = customerOf(token)
  if (user === undefined) return
  const kept: Kept = { user, content }
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    return
  }
}

/**
 * Reads the current customer's value; undefined without one. Deletes another customer's value. Without a login it
 * returns undefined and keeps the value, because its owner may come back.
 */
export function keptInTab(key: string): unknown {
  const user = customerOf(currentSession().token)
  const kept = read(key)
  if (user === undefined || !kept) return undefined
  if (kept.user === user) return kept.content
  forgetInTab(key)
  return undefined
}

/** Deletes the value of a key, whoever stored it. */
export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

// Browsers may refuse storage by throwing, and the content may be invalid.
function read(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function customerOf(token: string | null): string | undefined {
  return token === null ? undefined : userIn(token)
}
