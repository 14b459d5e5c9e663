import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEvents } from '#contract/events.ts'
import { givenArtist, givenShow } from '#server/testing/test-data.ts'
import { fieldsOf } from '#server/testing/hostile.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let opera: { eventId: number; artistId: number }
let film: { eventId: number; artistId: number }

beforeAll(async () => {
  shop = await openTestShop()
  opera = await givenEventOf({
    title: 'Così fàn tutte',
    description: 'Łódź, sung',
    type: 'OPERA',
    startsIn: '5 days',
    lasts: '3 hours',
  })
  film = await givenEventOf({
    title: 'The Seagull',
    description: 'A film of lakes',
    type: 'MOVIE',
    startsIn: '6 days',
    lasts: '90 minutes',
  })
})
afterAll(() => shop.close())

async function givenEventOf(show: Parameters<typeof givenShow>[1]) {
  const artistId = await givenArtist(shop.db)
  const { eventId } = await givenShow(shop.db, { ...show, artistId })
  return { eventId, artistId }
}

type Found = 'opera' | 'film' | 'both' | 'none'
/** The form that searches, filter by filter and together; and the form that lists an artist's events. */
const cases: [form: string, query: () => Record<string, string | number>, found: Found][] = [
  ['search by nothing', () => ({}), 'both'],
  ['search by title', () => ({ title: 'COSI FAN' }), 'opera'],
  ['search by title', () => ({ title: 'lodz' }), 'none'],
  ['search by description', () => ({ description: 'LODZ' }), 'opera'],
  ['search by description', () => ({ description: 'lakes' }), 'film'],
  ['search by type', () => ({ type: 'MOVIE' }), 'film'],
  ['search by type', () => ({ type: 'SPORTS' }), 'none'],
  ['search by duration', () => ({ duration: 3 * 3600 + 1_800 }), 'opera'],
  ['search by duration', () => ({ duration: 3 * 3600 - 1_801 }), 'none'],
  ['search by duration', () => ({ duration: 5_400 }), 'film'],
  ['search by all', () => ({ title: 'cosi', description: 'lodz', type: 'OPERA', duration: 10_800 }), 'opera'],
  ['search by what does not go together', () => ({ title: 'cosi', type: 'MOVIE' }), 'none'],
  ['events of an artist', () => ({ artistId: opera.artistId }), 'opera'],
  ['events of an artist', () => ({ artistId: film.artistId }), 'film'],
  ['events of an artist nobody knows', () => ({ artistId: 999_999 }), 'none'],
  ['events of an artist, searched', () => ({ artistId: opera.artistId, type: 'MOVIE' }), 'none'],
]

for (const [form, query, found] of cases) {
  test(`${form}: ${found}`, async () => {
    const text = new URLSearchParams(Object.entries(query()).map(([name, value]) => [name, String(value)]))
    const { total, elements } = (await shop.ask('GET', `/events?${text.toString()}`)).json()
    const ids = { opera: [opera.eventId], film: [film.eventId], both: [opera.eventId, film.eventId], none: [] }
    expect([total, elements.map(({ id }: { id: number }) => id)]).toEqual([ids[found].length, ids[found]])
  })
}

test('has cases for every filter of the call', () => {
  const filters = fieldsOf(listEvents.query).filter((field) => !field.startsWith('page'))
  const used = new Set(cases.flatMap(([, query]) => Object.keys(query())))
  expect([...used].toSorted()).toEqual(filters.toSorted())
})
