import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listShows } from '#contract/shows.ts'
import { dateText } from '#domain/time/time-text.ts'
import { localDay } from '#domain/time/time-zone.ts'
import { givenArtist, givenLocation, givenShow } from '#server/testing/test-data.ts'
import { fieldsOf } from '#server/testing/hostile.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

let shop: TestShop
let premiere: { showId: number; eventId: number; locationId: number }
let matinee: { showId: number; eventId: number; locationId: number }

beforeAll(async () => {
  shop = await openTestShop()
  premiere = await givenMatchingShow({
    artist: { firstName: 'Zoë', lastName: 'Krahl', stageName: 'La Volée' },
    location: { name: 'Große Halle', city: 'Zürich', country: 'Schweiz' },
    show: { name: 'Première', title: 'Nachtstück', price: 7_000, startsIn: '20 days', lasts: '3 hours' },
  })
  matinee = await givenMatchingShow({
    artist: { firstName: 'Élise', lastName: 'Łukasz', stageName: '' },
    location: { name: 'Old House', city: 'Wien', country: 'Austria' },
    show: { name: 'Matinée', title: 'The Seagull', price: 4_550, startsIn: '40 days', lasts: '90 minutes' },
  })
})
afterAll(() => shop.close())

type ShowParts = {
  artist: Parameters<typeof givenArtist>[1]
  location: Parameters<typeof givenLocation>[1]
  show: Parameters<typeof givenShow>[1]
}

async function givenMatchingShow({ artist, location, show }: ShowParts) {
  const locationId = await givenLocation(shop.db, location)
  const { showId, eventId } = await givenShow(shop.db, {
    ...show,
    locationId,
    artistId: await givenArtist(shop.db, artist),
  })
  return { showId, eventId, locationId }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const monthIn = (days: number) => dateText(inDays(days), 'Europe/Vienna').slice(0, 7).replace('/', '-')
const weekdayIn = (days: number) => {
  const day = new Date(localDay(new Date(inDays(days)), 'Europe/Vienna')).getUTCDay()
  return day === 0 ? 7 : day
}

type Matches = 'premiere' | 'matinee' | 'both' | 'none'
/** Each filter alone, with its value and the shows that match. */
const cases: [filter: string, value: () => string | number, matches: Matches][] = [
  ['eventId', () => premiere.eventId, 'premiere'],
  ['eventId', () => matinee.eventId, 'matinee'],
  ['eventId', () => 999_999, 'none'],
  ['locationId', () => premiere.locationId, 'premiere'],
  ['locationId', () => 999_999, 'none'],
  ['name', () => 'premiere', 'premiere'],
  ['name', () => 'MIÈRE', 'premiere'],
  ['name', () => 'nachtstück', 'none'],
  ['name', () => '', 'both'],
  ['eventName', () => 'NACHTSTUCK', 'premiere'],
  ['eventName', () => 'sea', 'matinee'],
  ['eventName', () => 'première', 'none'],
  ['artistName', () => 'zoe', 'premiere'],
  ['artistName', () => 'krahl', 'premiere'],
  ['artistName', () => 'volee', 'premiere'],
  ['artistName', () => 'Zoe Krahl', 'premiere'],
  ['artistName', () => 'lukasz', 'matinee'],
  ['artistName', () => 'nobody', 'none'],
  ['locationName', () => 'grosse', 'premiere'],
  ['locationName', () => 'zurich', 'none'],
  ['city', () => 'zurich', 'premiere'],
  ['city', () => 'WIEN', 'matinee'],
  ['country', () => 'schw', 'premiere'],
  ['country', () => 'austria', 'matinee'],
  ['when', () => 'coming', 'both'],
  ['when', () => 'past', 'none'],
  ['month', () => monthIn(-400), 'none'],
  ['month', () => monthIn(20), monthIn(20) === monthIn(40) ? 'both' : 'premiere'],
  ['weekday', () => weekdayIn(20), 'premiere'],
  ['weekday', () => weekdayIn(40), 'matinee'],
  ['weekday', () => weekdayIn(21), 'none'],
  ['startDate', () => inDays(19.9), 'both'],
  ['startDate', () => inDays(20.1), 'matinee'],
  ['startDate', () => inDays(41), 'none'],
  ['endDate', () => inDays(20.05), 'none'],
  ['endDate', () => inDays(20.2), 'premiere'],
  ['endDate', () => inDays(41), 'both'],
  ['duration', () => 3 * 3600, 'premiere'],
  ['duration', () => 3 * 3600 + 1_800, 'premiere'],
  ['duration', () => 3 * 3600 - 1_800, 'premiere'],
  ['duration', () => 3 * 3600 + 1_801, 'none'],
  ['duration', () => 3 * 3600 - 1_801, 'none'],
  ['duration', () => 5_400, 'matinee'],
  ['minPrice', () => 4_550, 'both'],
  ['minPrice', () => 4_551, 'premiere'],
  ['minPrice', () => 7_001, 'none'],
  ['maxPrice', () => 7_000, 'both'],
  ['maxPrice', () => 6_999, 'matinee'],
  ['maxPrice', () => 4_549, 'none'],
]

for (const [filter, value, matches] of cases) {
  test(`filters shows by ${filter} alone: ${matches}`, async () => {
    const query = new URLSearchParams({ [filter]: String(value()) })
    const reply = await shop.ask('GET', `/eventshows?${query.toString()}`)
    const ids = {
      premiere: [premiere.showId],
      matinee: [matinee.showId],
      both: [premiere.showId, matinee.showId],
      none: [],
    }
    const { total, elements } = reply.json()
    expect([total, elements.map(({ id }: { id: number }) => id)]).toEqual([ids[matches].length, ids[matches]])
  })
}

test('covers every filter with cases that narrow the result', () => {
  const filters = fieldsOf(listShows.query).filter((field) => !field.startsWith('page'))
  expect([...new Set(cases.map(([filter]) => filter))].toSorted()).toEqual(filters.toSorted())
  for (const filter of filters) {
    const seen = new Set(cases.filter(([name]) => name === filter).map(([, , matches]) => matches))
    const narrows = seen.has('premiere') || seen.has('matinee') || (seen.has('both') && seen.has('none'))
    expect([filter, narrows]).toEqual([filter, true])
  }
})

test('lists all shows without filters and refuses wrong values', async () => {
  expect((await shop.ask('GET', '/eventshows')).json().total).toBe(2)
  for (const wrong of ['eventId=x', 'startDate=today', 'duration=-1', 'minPrice=1.5', 'maxPrice=much', 'pageSize=0']) {
    expect([wrong, (await shop.ask('GET', `/eventshows?${wrong}`)).statusCode]).toEqual([wrong, 422])
  }
})

test('filters shows by the prices of their places on sale', async () => {
  const show = { name: 'Many prices', price: 2_000 }
  const { showId } = await givenMatchingShow({ artist: {}, location: {}, show })
  const sectors = [
    { name: 'Cheap', percent: 20, isAvailable: true },
    { name: 'Dear', percent: 300, isAvailable: true },
    { name: 'Closed', percent: 900, isAvailable: false },
  ]
  for (const { name, percent, isAvailable } of sectors) {
    await sql`
      insert into sectors (seating_plan_id, name, x, y, width, height, price_percent, is_available)
      select seating_plan_id, ${name}, 0, 0, 1, 1, ${percent}, ${isAvailable} from event_shows where id = ${showId}
    `.execute(shop.db)
  }
  const prices = [
    'maxPrice=399',
    'maxPrice=400',
    'minPrice=6000',
    'minPrice=6001',
    'minPrice=401&maxPrice=1999',
    'minPrice=6001&maxPrice=7000',
  ]
  const found = []
  for (const price of prices) {
    found.push((await shop.ask('GET', `/eventshows?name=${show.name}&${price}`)).json<{ total: number }>().total)
  }
  expect(found).toEqual([0, 1, 1, 0, 1, 0])
})
