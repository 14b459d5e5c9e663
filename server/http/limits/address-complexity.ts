/** More than the search with the most filters has. */
const MAX_PARAMETERS = 100

/** Tells whether an address has more parameters than any call or page needs. Hundreds of new names are slow to read. */
export function hasTooManyParameters(address: string): boolean {
  let parameters = 0
  for (let at = address.indexOf('?'); at >= 0; at = address.indexOf('&', at + 1)) {
    parameters += 1
    if (parameters > MAX_PARAMETERS) return true
  }
  return false
}
