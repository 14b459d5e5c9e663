import { currentSession, userIn } from '#client/session.ts'

/** What stood in the form at a path. */
type Kept = { readonly path: string; readonly user: string | undefined; readonly values: object }

// One form, in this tab alone.
const STORAGE_KEY = 'keptForm'

/** What was kept of the form at this path, for nobody but who filled it in. */
export function valuesKeptAt(path: string): object | undefined {
  const kept = readKept()
  return kept?.path === path && isOwn(kept) ? kept.values : undefined
}

/** Keeps what stands in a form for the user of a token, without passwords. */
export function keepValues(path: string, token: string, values: object): void {
  const kept: Kept = { path, user: userIn(token), values: withoutPasswords(values) }
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
  } catch {
    return
  }
}

/** Forgets what was kept of the form at this path, and whatever somebody else left. */
export function forgetValues(path: string): void {
  const kept = readKept()
  if (kept && (kept.path === path || !isOwn(kept))) forgetAllValues()
}

/** Leaves nothing behind, as whoever logs out expects. */
export function forgetAllValues(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    return
  }
}

/** The part of a form that may be kept. */
export function withoutPasswords(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}

function isOwn({ user }: Kept): boolean {
  const { token } = currentSession()
  return user !== undefined && token !== null && userIn(token) === user
}

// A browser may refuse its storage, by throwing. Then nothing is kept.
function readKept(): Kept | undefined {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}
