/** What a buyer calls a place. */
export type PlaceName = { sectorName: string; rowName: string; seatNumber: number }

/** "Stalls, row C, seat 14"; a standing place is named by its sector alone. */
export function placeText({ sectorName, rowName, seatNumber }: PlaceName): string {
  return rowName ? `${sectorName}, row ${rowName}, seat ${seatNumber}` : sectorName
}
