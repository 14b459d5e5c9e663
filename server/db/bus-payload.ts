import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { ChangedPlace } from './publish-after-commit.ts'

/** Stays below PostgreSQL's limit of 8,000 bytes. */
export const MAX_PAYLOAD_BYTES = 7_900

/** Writes places as NOTIFY payloads, `sender 12:501,502 13:7`: each place once, grouped by show. */
export function payloadsOf(sender: string, places: readonly ChangedPlace[]): string[] {
  const payloads: string[] = []
  let payload = ''
  let lastShow: ShowId | undefined
  for (const { showId, placeId } of sortedOnce(places)) {
    const more = showId === lastShow ? `,${placeId}` : ` ${showId}:${placeId}`
    if (payload.length + more.length <= MAX_PAYLOAD_BYTES && payload !== '') payload += more
    else {
      if (payload !== '') payloads.push(payload)
      payload = `${sender} ${showId}:${placeId}`
    }
    lastShow = showId
  }
  return payload === '' ? payloads : [...payloads, payload]
}

/** Reads a payload's sender and places. A payload of another form has no places. */
export function readPayload(payload: string): { sender: string; places: ChangedPlace[] } {
  const [sender = '', ...shows] = payload.split(' ')
  const places = shows.flatMap((show) => {
    const [showId, placeIds = ''] = show.split(':')
    return placeIds.split(',').map((placeId) => ({
      showId: Number(showId) as ShowId,
      placeId: Number(placeId) as PlaceId,
    }))
  })
  return { sender, places: places.filter(({ showId, placeId }) => showId > 0 && placeId > 0) }
}

function sortedOnce(places: readonly ChangedPlace[]): ChangedPlace[] {
  const once = new Map(places.map((place) => [`${place.showId}:${place.placeId}`, place]))
  return [...once.values()].toSorted((one, other) => one.showId - other.showId || one.placeId - other.placeId)
}
