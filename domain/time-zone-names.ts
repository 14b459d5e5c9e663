/** Returns the city of an IANA time zone: "New York" of "America/New_York". */
export function cityOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** Finds the time zone with this identifier or city, in any case. Undefined if there is none, or more than one. */
export function findTimeZone(text: string, zones: readonly string[]): string | undefined {
  const wanted = normal(text)
  const exact = zones.find((zone) => normal(zone) === wanted)
  if (exact) return exact
  const [found, another] = zones.filter((zone) => normal(cityOfZone(zone)) === wanted)
  return another === undefined ? found : undefined
}

function normal(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ')
}
