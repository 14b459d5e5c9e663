/** Reads `?title=123` as text, whatever it looks like. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Writes what is there; undefined, null and '' are left out. */
export function writeSearchText(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
