/** Returns a key of the filters that ignores the page. */
export function keyOf(filters: object): string {
  const given = Object.entries(filters).filter(
    ([name, value]) => name !== 'pageIndex' && value !== undefined && value !== '',
  )
  return JSON.stringify(given.map(([name, value]) => [name, String(value)]).toSorted())
}
