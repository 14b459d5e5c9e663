import * as z from 'zod/mini'

/**
 * A reset link that this browser has requested. `redirect`: the address to which the login returns, as it stood in the
 * address bar.
 */
const request = z.object({ email: z.string(), redirect: z.optional(z.string()) })
const stored = z.extend(request, { until: z.number() })

type RequestedReset = z.output<typeof request>

const STORAGE_KEY = 'requestedReset'
const LIFETIME_MS = 3_600_000

/**
 * Stores the latest request of a reset link for an hour, in all tabs, because the link of the mail opens another one.
 * Stores nothing if the browser refuses storage.
 */
export function keepRequestedReset(reset: RequestedReset): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...reset, until: Date.now() + LIFETIME_MS }))
  } catch {
    return
  }
  setTimeout(requestedReset, LIFETIME_MS)
}

/** Returns the latest request of a reset link, at most an hour old; undefined without one. Deletes an older one. */
export function requestedReset(): RequestedReset | undefined {
  const { success, data } = z.safeParse(stored, read())
  if (success && Date.now() < data.until) return data
  forgetRequestedReset()
  return undefined
}

/** Deletes the request, because its link was used, or somebody logged in or out. */
export function forgetRequestedReset(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    return
  }
}

// Browsers may refuse storage by throwing, and the content may be invalid.
function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    return null
  }
}
