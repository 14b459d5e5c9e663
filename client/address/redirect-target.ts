import { type Address, isAddress, pages } from '#contract/pages.ts'
import { parseSearchText } from './search-text.ts'

/** Returns the search of a page on the way to the login, which keeps the wanted address. */
export function wayBack(redirect: unknown): { readonly redirect?: string } {
  return typeof redirect === 'string' ? { redirect } : {}
}

type Target = { readonly to: Address; readonly search: Record<string, string> }

/** Returns the target after the login: the wanted page if it is one of the shop's, else home. */
export function redirectTarget(wanted: unknown): Target {
  const home = { to: pages.home.href(), search: {} }
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /[\\\s]/.test(wanted)) return home
  const here = 'http://foyer.invalid'
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined
  if (url?.origin !== here || !isAddress(url.pathname)) return home
  return { to: url.pathname, search: parseSearchText(url.search) }
}
