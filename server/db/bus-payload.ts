import type { PlaceId, ShowId } from '#domain/ids.ts'
import type { Change } from './publish-after-commit.ts'

/** Stays below PostgreSQL's limit of 8,000 bytes. */
export const MAX_PAYLOAD_BYTES = 7_900

/** The letter before a show. Versions without tickets and entry on the bus ignore shows with a letter. */
const LETTERS = { PLACE: '', TICKET: 't', ENTRY: 'e' } as const
/** Stands for changed lists. Versions without it ignore it. */
const LISTS = 'l'
const SHOW = /^(?<letter>[te]?)(?<showId>\d+)(?::(?<placeIds>[\d,]+))?$/

type OfShow = Exclude<Change, { what: 'LISTS' }>

/** Writes changes as NOTIFY payloads, `sender 12:501,502 13:7 t13:8 e14 l`: each once, grouped by show. */
export function payloadsOf(sender: string, changes: readonly Change[]): string[] {
  const payloads: string[] = []
  let payload = ''
  let lastShow = ''
  for (const [show, placeId] of sortedOnce(changes)) {
    const first = placeId === 0 ? ` ${show}` : ` ${show}:${placeId}`
    const more = show === lastShow ? `,${placeId}` : first
    if (payload.length + more.length <= MAX_PAYLOAD_BYTES && payload !== '') payload += more
    else {
      if (payload !== '') payloads.push(payload)
      payload = `${sender}${first}`
    }
    lastShow = show
  }
  return payload === '' ? payloads : [...payloads, payload]
}

/** Reads a payload's sender and changes. A payload of another form has no changes. */
export function readPayload(payload: string): { sender: string; changes: Change[] } {
  const [sender = '', ...shows] = payload.split(' ')
  return { sender, changes: shows.flatMap(changesOf) }
}

function changesOf(text: string): Change[] {
  if (text === LISTS) return [{ what: 'LISTS' }]
  const { letter, showId: show, placeIds = '' } = SHOW.exec(text)?.groups ?? {}
  const showId = Number(show) as ShowId
  if (!showId) return []
  if (letter === LETTERS.ENTRY) return [{ what: 'ENTRY', showId }]
  const what = letter === LETTERS.TICKET ? 'TICKET' : 'PLACE'
  const places = placeIds.split(',').map((placeId) => ({ what, showId, placeId: Number(placeId) as PlaceId }) as const)
  return places.filter(({ placeId }) => placeId > 0)
}

/** Names what changed, each once: the shows with their letters, each with a changed place, 0 without one. */
function sortedOnce(changes: readonly Change[]): [name: string, placeId: number][] {
  const ofShows = changes.filter((change) => change.what !== 'LISTS')
  const named = ofShows.map((change): [OfShow, number] => [change, change.what === 'ENTRY' ? 0 : change.placeId])
  const once = new Map(
    named.map(([change, placeId]) => [`${change.what} ${change.showId} ${placeId}`, [change, placeId]]),
  )
  const sorted = ([...once.values()] as [OfShow, number][])
    .toSorted(
      ([one, place], [other, otherPlace]) =>
        one.showId - other.showId || one.what.localeCompare(other.what) || place - otherPlace,
    )
    .map(([{ what, showId }, placeId]): [string, number] => [`${LETTERS[what]}${showId}`, placeId])
  return ofShows.length < changes.length ? [...sorted, [LISTS, 0]] : sorted
}
