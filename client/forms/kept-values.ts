import { forgetInTab, keepInTab, keptInTab } from '#client/customer/kept-in-tab.ts'

/** What stood in the form at a path. */
type Kept = { readonly path: string; readonly values: object }

// One form, in this tab alone.
const STORAGE_KEY = 'keptForm'

/** What was kept of the form at this path, for nobody but who filled it in. */
export function valuesKeptAt(path: string): object | undefined {
  const kept = keptInTab(STORAGE_KEY) as Kept | undefined
  return kept?.path === path ? kept.values : undefined
}

/** Keeps what stands in a form for the user of a token, without passwords. */
export function keepValues(path: string, token: string, values: object): void {
  const kept: Kept = { path, values: withoutPasswords(values) }
  keepInTab(STORAGE_KEY, kept, token)
}

/** Forgets what was kept of the form at this path, and whatever somebody else left. */
export function forgetValues(path: string): void {
  if (valuesKeptAt(path)) forgetAllValues()
}

/** Leaves nothing behind, as whoever logs out expects. */
export function forgetAllValues(): void {
  forgetInTab(STORAGE_KEY)
}

/** The part of a form that may be kept. */
export function withoutPasswords(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}
