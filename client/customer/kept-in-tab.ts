import { currentSession, userIn } from '#client/session.ts'

/** Something that was kept, and whose it is. */
type Kept = { readonly user: string; readonly content?: unknown }

/**
 * Keeps what can be JSON under a key for as long as the tab lives, for the customer of a token: nobody else ever finds it.
 * Without a customer, and where the browser refuses its storage, nothing is kept.
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
 * What was kept under a key for who is here; undefined when there is nothing. What is somebody else's is thrown away. Nobody
 * is not somebody else: they find nothing, and who kept it may come back.
 */
export function keptInTab(key: string): unknown {
  const user = customerOf(currentSession().token)
  const kept = read(key)
  if (user === undefined || !kept) return undefined
  if (kept.user === user) return kept.content
  forgetInTab(key)
  return undefined
}

/** Throws away what was kept under a key, whosever it is. */
export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

// A browser may refuse its storage, by throwing, and anything may stand there.
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
