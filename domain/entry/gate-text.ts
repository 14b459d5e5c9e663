/** Limits the gates that are named one by one. */
const NAMED_GATES = 4

/**
 * Names the gates that serve a place: "Gate B, north side" or "North or South", and beyond four "A, B, C, D or 2 more".
 * Empty without gates.
 */
export function gateText(names: readonly string[]): string {
  const named = names.slice(0, NAMED_GATES)
  const more = names.length - named.length
  const parts = more > 0 ? [...named, `${more} more`] : named
  const [last = '', ...others] = parts.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

/** Names the gates in a sentence of its own: "Entrance: Gate B, north side". Empty without gates. */
export function entranceText(names: readonly string[]): string {
  return names.length === 0 ? '' : `Entrance: ${gateText(names)}`
}
