import { currentSession, userIn } from '#client/session.ts'

/** A stored value and its user. */
type Kept = { readonly user: string; readonly content?: unknown }

const KEYS = ['keptForm', 'seatChoices'] as const
type Key = (typeof KEYS)[number]

/** The token of the latest session that its user ended in this tab. */
let endedToken: string | null = null

/**
 * Stores a JSON value in the tab for the customer of a token; no other customer can read it. Stores nothing without a
 * customer, after a logout, or if the browser refuses storage.
 */
export function keepInTab(key: Key, content: unknown, token = currentSession().token): void {
  const user = customerOf(token)
  if (user === undefined || token === endedToken) return
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
export function keptInTab(key: Key): unknown {
  const user = customerOf(currentSession().token)
  const kept = read(key)
  if (user === undefined || !kept) return undefined
  if (kept.user === user) return kept.content
  forgetInTab(key)
  return undefined
}

/** Deletes the value of a key, whoever stored it. */
export function forgetInTab(key: Key): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

/** Deletes all values, and stores none for the session of this token any more, such as those of a page that is left. */
export function forgetAllInTab(token: string | null): void {
  endedToken = token
  for (const key of KEYS) forgetInTab(key)
}

// Browsers may refuse storage by throwing, and the content may be invalid.
function read(key: Key): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function customerOf(token: string | null): string | undefined {
  return token === null ? undefined : userIn(token)
}
