/** Parameters that choose a page or an order of a list, or a part that the database finds at once. */
const CHEAP = new Set(['pageIndex', 'pageSize', 'sortOption', 'type', 'when'])
/** Parameters that leave the rows of one record. */
const OF_RECORD = new Set(['artistId', 'eventId', 'locationId'])
/** Parameters that cost little among the few rows of an event: those of its calendar. A venue may have all shows. */
const CALENDAR = new Set(['month', 'weekday'])
/** Later pages of long lists are read over all rows before them. */
const FIRST_PAGES = 10

/** Tells whether a list is a search, which may take the database long, by the parameters of its query. */
export function isSearch(query: unknown): boolean {
  if (typeof query !== 'object' || query === null) return false
  const names = Object.keys(query).filter((name) => query[name as keyof typeof query] !== undefined)
  const isOfEvent = names.includes('eventId')
  if (!isOfEvent && 'pageIndex' in query && Number(query.pageIndex) >= FIRST_PAGES) return true
  const isCheap = (name: string) => CHEAP.has(name) || OF_RECORD.has(name) || (isOfEvent && CALENDAR.has(name))
  return !names.every(isCheap)
}
