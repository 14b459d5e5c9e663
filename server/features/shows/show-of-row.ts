import { planVersion } from '#contract/compact-seating/versions.ts'
import type { EventShow } from '#contract/shows.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { ShowRow } from './shows.sql.ts'

/** Maps a row to a show of the contract. */
export function showOfRow(row: ShowRow): EventShow {
  const { id, name, startTime, endTime, price, firstName, lastName, stageName } = row
  const { address, city, postalCode, country, timeZone } = row
  return {
    id,
    name,
    startTime,
    endTime,
    price,
    priceFrom: sectorPrice(price, row.cheapestPercent),
    event: { id: row.eventId, title: row.eventTitle, type: row.eventType, imageName: row.imageName },
    artist: { id: row.artistId, firstName, lastName, stageName },
    location: { id: row.locationId, name: row.locationName, address, city, postalCode, country, timeZone },
    seatingPlan: {
      id: row.seatingPlanId,
      name: row.seatingPlanName,
      version: planVersion(row.seatingPlanVersion),
    },
  }
}
