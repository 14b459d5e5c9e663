import { forgetInTab, keepInTab, keptInTab } from '#client/customer/kept-in-tab.ts'

/** The input of the form at a path. */
type Kept = { readonly path: string; readonly values: object }

// One form per tab.
const STORAGE_KEY = 'keptForm'

/** Returns the kept input of the form at this path, for its user only. */
export function valuesKeptAt(path: string): object | undefined {
  const kept = keptInTab(STORAGE_KEY) as Kept | undefined
  return kept?.path === path ? kept.values : undefined
}

/** Keeps the input of a form for the user of a token, without passwords. */
export function keepValues(path: string, token: string, values: object): void {
  const kept: Kept = { path, values: withoutPasswords(values) }
  keepInTab(STORAGE_KEY, kept, token)
}

/** Deletes the kept input of the form at this path, and that of other users. */
export function forgetValues(path: string): void {
  if (valuesKeptAt(path)) forgetInTab(STORAGE_KEY)
}

/** Returns the values without passwords. */
export function withoutPasswords(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}
