import { findPage, pages } from '#contract/pages.ts'

/** The label of every address that the shop does not have. */
export const UNKNOWN_ROUTE = 'unknown'

/** The label of calls that are refused before their route is known. */
export const REFUSED_ROUTE = 'refused at once'

/**
 * Returns the pattern of a request's route below the base path, such as `/api/v1/events/:id`. There are finitely many:
 * pages have their own patterns, all built files share one, and so do all unknown addresses.
 */
export function routeLabel(pattern: string | undefined, url: string, basePath: string): string {
  const base = basePath.length - 1
  if (pattern === undefined) return UNKNOWN_ROUTE
  if (!pattern.endsWith('/*')) return pattern.slice(base).replace(/^\/assets\/.*/, '/assets/*') || '/'
  const page = findPage(url.slice(base).split(/[?#]/)[0] ?? '')
  return page ? pages[page.key].path : UNKNOWN_ROUTE
}
