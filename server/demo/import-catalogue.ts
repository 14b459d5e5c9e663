import type { SeatingPlanId } from '#domain/ids.ts'
import type { Tx } from '#server/db/connection.ts'
import { insertSeatingPlan } from '#server/features/seating/seating-plan-import.sql.ts'
import {
  insertArtists,
  insertEvents,
  insertLocations,
  insertNews,
  insertPictures,
  insertProducts,
  insertShows,
  type NewPicture,
} from './catalogue.sql.ts'
import type { ArtistsFile, LocationsFile } from './demo-file-schemas.ts'
import type { DemoFiles } from './read-demo-files.ts'
import { showStarts } from './show-rule.ts'

/** Programme and products of a shop. Entries refer to each other by name, and to pictures by file. */
export type Catalogue = Omit<DemoFiles, 'customers'> & { pictures: readonly NewPicture[] }

type ImportSettings = {
  /** Runs and news are dated relative to it. */
  today: Date
  /** Time zone of the news. Shows use the time zone of their location. */
  timeZone: string
  vat: { tickets: number; merchandise: number }
}

/** Writes a catalogue and the shows of its runs. Throws a RangeError when an entry refers to a missing one. */
export async function importCatalogue(
  tx: Tx,
  catalogue: Catalogue,
  { today, timeZone, vat }: ImportSettings,
): Promise<void> {
  const imageIds = await insertPictures(tx, catalogue.pictures)
  const imageIdOf = (file: string) => found(imageIds, file, 'picture')
  const withImageId = <Entry extends { picture?: string | undefined }>(entry: Entry) => ({
    ...entry,
    imageId: entry.picture === undefined ? null : imageIdOf(entry.picture),
  })
  const locationIds = await insertLocations(tx, catalogue.locations.map(withImageId))
  const artists = await insertArtists(tx, catalogue.artists.map(withImageId))
  const artistIds = new Map(artists.map((artist) => [artistName(artist), artist.id]))

  const locations = new Map(catalogue.locations.map((location) => [location.name, location]))
  const programme = catalogue.events.map((event) => ({ event, shows: showsOf(event, locations, today) }))
  const eventIds = await insertEvents(
    tx,
    programme.map(({ event, shows }) => ({ ...event, imageId: imageIdOf(event.picture), ...spanOf(shows) })),
  )
  const showsOfPlan = Map.groupBy(
    programme.flatMap(({ shows }) => shows),
    ({ plan }) => plan,
  )
  const planIds = new Map<string, SeatingPlanId>()
  for (const [name, venue] of catalogue.plans) {
    // A plan belongs to the location of its shows, unless they are at several.
    const [location, ...others] = new Set(showsOfPlan.get(name)?.map(({ location }) => location.name))
    const locationId = location !== undefined && others.length === 0 ? found(locationIds, location, 'location') : null
    planIds.set(name, await insertSeatingPlan(tx, venue, locationId))
  }
  const shows = programme.flatMap(({ event, shows }) =>
    shows.map((show) => ({
      ...show,
      eventId: found(eventIds, event.title, 'event'),
      artistId: found(artistIds, show.artist, 'artist'),
      locationId: found(locationIds, show.location.name, 'location'),
      seatingPlanId: found(planIds, show.plan, 'seating plan'),
    })),
  )
  await insertShows(tx, shows, vat.tickets)

  const products = catalogue.products.map((product) => ({ ...product, imageId: imageIdOf(product.picture) }))
  await insertProducts(tx, products, vat.merchandise)
  const news = catalogue.news.map(({ title, summary, text, daysAgo, at, event, picture }) => ({
    title,
    summary,
    text: text.join('\n\n'),
    publishedAt: showStarts({ on: 'daily', at, from: -daysAgo }, today, timeZone)[0] ?? today,
    eventId: event === undefined ? null : found(eventIds, event, 'event'),
    imageId: imageIdOf(picture),
  }))
  await insertNews(tx, news)
}

/** Returns the stage name, or else first and last name. */
export function artistName({ firstName, lastName, stageName }: ArtistsFile[number]): string {
  return stageName || `${firstName} ${lastName}`
}

type Locations = ReadonlyMap<string, LocationsFile[number]>

function showsOf(event: Catalogue['events'][number], locations: Locations, today: Date) {
  return event.shows.flatMap((run) => {
    const location = found(locations, run.location ?? event.location, 'location')
    return showStarts(run, today, location.timeZone).map((startsAt) => ({
      name: run.name ?? event.title,
      artist: run.artist ?? event.artist,
      price: run.price ?? event.price,
      location,
      plan: event.plan ?? location.plan,
      startsAt,
      endsAt: new Date(startsAt.getTime() + event.minutes * 60_000),
    }))
  })
}

/** Returns the start of the first show and the end of the last. Both are null without shows. */
function spanOf(shows: readonly { startsAt: Date; endsAt: Date }[]): { startsAt: Date | null; endsAt: Date | null } {
  if (shows.length === 0) return { startsAt: null, endsAt: null }
  return {
    startsAt: new Date(Math.min(...shows.map(({ startsAt }) => startsAt.getTime()))),
    endsAt: new Date(Math.max(...shows.map(({ endsAt }) => endsAt.getTime()))),
  }
}

function found<Value>(values: ReadonlyMap<string, Value>, name: string, what: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new RangeError(`The catalogue names the ${what} '${name}', which it does not hold.`)
  return value
}
