/** Parameters that choose a page or an order of a list, or a part that the database finds at once. */
const CHEAP = new Set(['pageIndex', 'pageSize', 'sortOption', 'type', 'when'])
/** Parameters that leave few rows of a list. */
const OF_RECORD = new Set(['artistId', 'eventId', 'locationId'])
/** Later pages are read over all rows before them. */
const FIRST_PAGES = 10

/** Tells whether a list is a search, which may take the database long, by the parameters of its query. */
export function isSearch(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false
  if ('pageIndex' in query && Number(query.pageIndex) >= FIRST_PAGES) return true
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return !given.some(([name]) => OF_RECORD.has(name)) && given.some(([name]) => !CHEAP.has(name))
}
