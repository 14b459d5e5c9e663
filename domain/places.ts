/** What a buyer calls a place. */
export type PlaceName = { sectorName: string; rowName: string; seatNumber: number }

/** "Stalls, row C, seat 14" or "Parterre, Box 3, seat 2"; a standing place is named by its sector alone. */
export function placeText({ sectorName, rowName, seatNumber }: PlaceName): string {
  return rowName ? `${sectorName}, ${rowText(rowName)}, seat ${seatNumber}` : sectorName
}

/** "row C" for a row that is called by letters or a number, "Box 3" for one that has a name of its own. */
export function rowText(rowName: string): string {
  return /^([A-Z]{1,2}|\d+)$/i.test(rowName) ? `row ${rowName}` : rowName
}

/** What a buyer calls several places: "Stalls, row C, seats 5–8; Parterre, Box 3, seat 2; 2 × Floor". */
export function placesText(places: readonly PlaceName[]): string {
  const rows = Map.groupBy(places, (place) => placeText({ ...place, seatNumber: 0 }))
  return Array.from(rows.values(), (members) => {
    const [{ sectorName, rowName } = { sectorName: '', rowName: '' }] = members
    if (!rowName) return members.length === 1 ? sectorName : `${members.length} × ${sectorName}`
    return `${sectorName}, ${rowText(rowName)}, ${seatsText(members.map(({ seatNumber }) => seatNumber))}`
  }).join('; ')
}

/** "seat 5", "seats 2 and 4", "seats 5–8", or "seats 1, 3 … 39" where the numbers go by twos. */
export function seatsText(seatNumbers: readonly number[]): string {
  const numbers = seatNumbers.toSorted((a, b) => a - b)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? first
  if (numbers.length < 2) return `seat ${first}`
  const goBy = (step: number) => numbers.every((number, at) => number === first + at * step)
  if (numbers.length > 2 && goBy(1)) return `seats ${first}–${last}`
  if (numbers.length > 3 && goBy(2)) return `seats ${first}, ${first + 2} … ${last}`
  return `seats ${numbers.slice(0, -1).join(', ')} and ${last}`
}
