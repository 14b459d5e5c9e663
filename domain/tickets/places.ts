/** The types of a place: a seat, or an area with room for several people. */
export const PLACE_TYPES = ['SITTING', 'STANDING'] as const

export type PlaceType = (typeof PLACE_TYPES)[number]

/**
 * The kinds of a seat that not everybody can or wants to use. Most seats are of none. A wheelchair place is room for a
 * wheelchair without a seat, a companion seat stands beside one.
 */
export const PLACE_KINDS = ['WHEELCHAIR', 'COMPANION', 'RESTRICTED_VIEW'] as const

export type PlaceKind = (typeof PLACE_KINDS)[number]

/** The kinds as said after the name of a place. */
export const kindTexts: Readonly<Record<PlaceKind, string>> = {
  WHEELCHAIR: 'wheelchair place',
  COMPANION: 'companion seat',
  RESTRICTED_VIEW: 'restricted view',
}

/** Splits places by their type. */
export function byPlaceType<Place extends { placeType: PlaceType }>(
  places: readonly Place[],
): Record<PlaceType, Place[]> {
  const parts: Record<PlaceType, Place[]> = { SITTING: [], STANDING: [] }
  for (const place of places) parts[place.placeType].push(place)
  return parts
}

/** The name of a place as printed on tickets: sector, row and seat. */
export type PlaceName = { sectorName: string; rowName: string; seatNumber: number; kind?: PlaceKind | null | undefined }

/**
 * Formats a place: "Stalls, row C, seat 14" or "Parterre, Box 3, seat 2 (restricted view)"; for a standing place only
 * the sector.
 */
export function placeText({ sectorName, rowName, seatNumber, kind }: PlaceName): string {
  const place = rowName ? `${sectorName}, ${rowText(rowName)}, seat ${seatNumber}` : sectorName
  return `${place}${inBrackets(kind)}`
}

function inBrackets(kind: PlaceKind | null | undefined): string {
  return kind ? ` (${kindTexts[kind]})` : ''
}

/** Formats a row: "row C" when its name is one or two letters or a number, else the name itself, such as "Box 3". */
export function rowText(rowName: string): string {
  return /^([A-Z]{1,2}|\d+)$/i.test(rowName) ? `row ${rowName}` : rowName
}

/** Formats several places, grouped by row: "Stalls, row C, seats 5–8; Parterre, Box 3, seat 2; 2 × Floor". */
export function placesText(places: readonly PlaceName[]): string {
  const rows = Map.groupBy(places, (place) => placeText({ ...place, seatNumber: 0 }))
  return Array.from(rows.values(), (members) => {
    const [{ sectorName, rowName, kind } = { sectorName: '', rowName: '', kind: undefined }] = members
    if (!rowName) return members.length === 1 ? sectorName : `${members.length} × ${sectorName}`
    const seats = seatsText(members.map(({ seatNumber }) => seatNumber))
    return `${sectorName}, ${rowText(rowName)}, ${seats}${inBrackets(kind)}`
  }).join('; ')
}

/** Formats seat numbers: "seat 5", "seats 2 and 4", "seats 5–8", or "seats 1, 3 … 39" for every second number. */
export function seatsText(seatNumbers: readonly number[]): string {
  const numbers = seatNumbers.toSorted((a, b) => a - b)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? first
  if (numbers.length < 2) return `seat ${first}`
  const hasStep = (step: number) => numbers.every((number, at) => number === first + at * step)
  if (numbers.length > 2 && hasStep(1)) return `seats ${first}–${last}`
  if (numbers.length > 3 && hasStep(2)) return `seats ${first}, ${first + 2} … ${last}`
  return `seats ${numbers.slice(0, -1).join(', ')} and ${last}`
}
