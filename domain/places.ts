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
