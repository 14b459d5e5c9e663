import { describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { capacityOf } from '#domain/seating-plan/plan-venue.ts'
import { artistName } from './import-catalogue.ts'
import { readDemoFiles } from './read-demo-files.ts'
import { showStarts } from './show-rule.ts'

const files = await readDemoFiles()
const locations = new Map(files.locations.map((location) => [location.name, location]))
const artists = new Set(files.artists.map(artistName))
const titles = new Set(files.events.map(({ title }) => title))

const DAY_MS = 86_400_000
const MINUTES_BETWEEN_SHOWS = 15

/** Lists the shows of a demo loaded on a day, by location and start. */
function showsFrom(today: Date) {
  const shows = files.events.flatMap((event) =>
    event.shows.flatMap((run) => {
      const location = run.location ?? event.location
      const timeZone = locations.get(location)?.timeZone ?? 'UTC'
      return showStarts(run, today, timeZone).map((startsAt) => ({
        location,
        name: run.name ?? event.title,
        startsAt: startsAt.getTime(),
        endsAt: startsAt.getTime() + event.minutes * 60_000,
      }))
    }),
  )
  return shows.toSorted((one, other) => one.location.localeCompare(other.location) || one.startsAt - other.startsAt)
}

describe('the demo’s files', () => {
  test('hold enough artists, events, products and news', () => {
    expect(files.artists.length).toBeGreaterThanOrEqual(40)
    expect(files.events.length).toBeGreaterThanOrEqual(60)
    expect(files.products.length).toBeGreaterThanOrEqual(24)
    expect(files.news.length).toBeGreaterThanOrEqual(30)
    expect(files.locations).toHaveLength(10)
    for (const type of EVENT_TYPES) {
      expect(files.events.filter((event) => event.type === type).length).toBeGreaterThanOrEqual(10)
    }
  })

  test('have unique names', () => {
    expect(artists.size).toBe(files.artists.length)
    expect(titles.size).toBe(files.events.length)
    expect(locations.size).toBe(files.locations.length)
    expect(new Set(files.products.map(({ name }) => name)).size).toBe(files.products.length)
    expect(new Set(files.news.map(({ title }) => title)).size).toBe(files.news.length)
  })

  test('refer to existing entries only', () => {
    for (const { plan } of files.locations) expect([...files.plans.keys()]).toContain(plan)
    for (const event of files.events) {
      expect([...files.plans.keys(), undefined]).toContain(event.plan)
      for (const run of [event, ...event.shows]) {
        expect([...artists, undefined]).toContain(run.artist)
        expect([...locations.keys(), undefined]).toContain(run.location)
      }
    }
    for (const { event } of files.news) expect([...titles, undefined]).toContain(event)
    for (const { event, products = [] } of files.customers.customer.purchases) {
      expect([...titles, undefined]).toContain(event)
      for (const { name } of products) expect(files.products.map((product) => product.name)).toContain(name)
    }
  })

  test('use every artist and every plan', () => {
    const playing = new Set(files.events.flatMap((event) => [event.artist, ...event.shows.map(({ artist }) => artist)]))
    for (const artist of artists) expect(playing).toContain(artist)
    const used = new Set([...files.locations, ...files.events].flatMap(({ plan }) => plan ?? []))
    expect([...used].toSorted()).toEqual([...files.plans.keys()].toSorted())
  })
})

describe('the demo’s seating plans', () => {
  test.each([
    ['der-rote-hering', 60, 0],
    ['kino-laterna', 220, 0],
    ['stadttheater-am-kai', 1_178, 0],
    ['oper-am-sternplatz', 1_730, 430],
    ['zugvogel-arena', 11_224, 3_900],
    ['zugvogel-arena-all-round', 17_416, 0],
    ['schleusenstadion', 45_020, 5_000],
    ['piwnica-pod-zurawiem', 74, 40],
    ['seebuehne-tannsee', 2_594, 600],
    ['studio-zelva', 144, 0],
    ['tallow-wharf-hall', 1_083, 0],
  ])('%s has %i seats and room for %i to stand', (name, seats, standing) => {
    const venue = files.plans.get(name)
    expect(venue && capacityOf(venue)).toEqual({ seats, standing })
  })

  test('the stadium has one closed sector', () => {
    const closed = files.plans.get('schleusenstadion')?.sectors.filter(({ isAvailable }) => !isAvailable)
    expect(closed?.map(({ name }) => name)).toEqual(['East 110'])
  })

  test('sectors lie inside their plan, places inside their sector', () => {
    const outside = [...files.plans.values()].flatMap((venue) =>
      venue.sectors.flatMap((sector) => [
        ...(isInside(sector) ? [] : [`${venue.name}, ${sector.name}`]),
        ...sector.places.filter((place) => !isInside(place)).map((place) => `${sector.name} ${place.rowName}`),
      ]),
    )
    expect(outside).toEqual([])
  })

  test('sectors of a plan have unique names', () => {
    for (const { sectors } of files.plans.values()) {
      expect(new Set(sectors.map(({ name }) => name)).size).toBe(sectors.length)
    }
  })
})

describe('the demo’s shows', () => {
  // Covers all weekdays, both clock changes, the turn of the year and a leap day.
  const days = Array.from({ length: 61 }, (_, index) =>
    new Date(Date.UTC(2027, 10, 1 + index * 6)).toISOString().slice(0, 10),
  )

  test.each([...days, '2028-02-29'])(
    'are at least 300 in the next year and 50 in the past two months, when loaded on %s',
    (day) => {
      const today = new Date(`${day}T11:00:00Z`)
      const coming = showsFrom(today).filter(({ startsAt }) => startsAt > today.getTime())
      const withinAYear = coming.filter(({ startsAt }) => startsAt < today.getTime() + 365 * DAY_MS)
      const recent = showsFrom(today).filter(
        ({ startsAt }) => startsAt < today.getTime() && startsAt > today.getTime() - 62 * DAY_MS,
      )
      expect(withinAYear.length).toBeGreaterThanOrEqual(300)
      expect(recent.length).toBeGreaterThanOrEqual(50)
    },
  )

  test.each(days)('never overlap at one location, when loaded on %s', (day) => {
    const shows = showsFrom(new Date(`${day}T11:00:00Z`))
    const clashes = shows.flatMap((show, index) => {
      const next = shows[index + 1]
      const isFree = next?.location !== show.location || next.startsAt >= show.endsAt + MINUTES_BETWEEN_SHOWS * 60_000
      return isFree ? [] : [`${show.location}: ${show.name} and ${next?.name}`]
    })
    expect(clashes).toEqual([])
  })
})

function isInside({ x, y, width, height }: { x: number; y: number; width: number; height: number }): boolean {
  const slack = 0.01
  return x >= -slack && y >= -slack && x + width <= 100 + slack && y + height <= 100 + slack
}
