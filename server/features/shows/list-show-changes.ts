import { artistName } from '#domain/artist-name.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import type { ShownChange } from '#server/features/mail/show-changes/show-changes.sql.ts'
import type { ShowRow } from './shows.sql.ts'

/** Lists what changed of a show for its customers: times in the time zone of each venue, artist, venue. */
export function listShowChanges(before: ShowRow, after: ShowRow): ShownChange[] {
  const [old, present] = [factsOf(before), factsOf(after)]
  return present
    .map(({ what, value }, at) => ({ what, from: old[at]?.value ?? '', to: value }))
    .filter(({ from, to }) => from !== to)
}

function factsOf(show: ShowRow) {
  return [
    { what: 'Start', value: dateTimeText(show.startTime, show.timeZone) },
    { what: 'End', value: dateTimeText(show.endTime, show.timeZone) },
    { what: 'Artist', value: artistName(show) },
    { what: 'Venue', value: `${show.locationName}, ${show.address}, ${show.postalCode} ${show.city}` },
  ]
}
