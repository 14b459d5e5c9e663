import { getArtist } from '#contract/artists.ts'
import { eventSearch, getEvent, listEvents } from '#contract/events.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import { readListQuery } from '#contract/list-query.ts'
import { getLocation } from '#contract/locations.ts'
import { pages } from '#contract/pages.ts'
import { getShow, listShows, showSearch } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { showTitle } from '#domain/shows/show-title.ts'
import { comingText, eventRow, showRow } from './first-rows.ts'
import { listAddress } from './list-address.ts'
import { type PageDescription, pictureOf, type Visit } from './page.ts'
import { artistData, eventData, locationData, breadcrumbs } from './schema-org.ts'

/** Describes an event and its shows. */
export async function describeEvent({ id, search, ask, site }: Visit): Promise<PageDescription> {
  const { when = 'coming', month, weekday, pageIndex } = readListQuery(showSearch, search)
  const [event, shows] = await Promise.all([
    ask(getEvent, { params: { id } }),
    ask(listShows, { query: { eventId: id, when, month, weekday, pageIndex, pageSize: ROWS_PER_PAGE } }),
  ])
  const onSale = when === 'coming' ? shows.elements : []
  const address = pages.event.href(event)
  return {
    title: event.title,
    description: event.description,
    address: listAddress(address, { pageIndex }),
    kind: 'event',
    lead: comingText(event.coming),
    text: event.description,
    picture: pictureOf(event.imageName, FIRST_PICTURE_SIZES.event),
    structuredData: [
      eventData(site, event, onSale),
      breadcrumbs(site, [
        [pages.searchEvents.title, pages.searchEvents.href()],
        [event.title, address],
      ]),
    ],
  }
}

/** Describes an artist and the artist's events. */
export async function describeArtist({ id, search, ask, site }: Visit): Promise<PageDescription> {
  const { pageIndex } = readListQuery(eventSearch, search)
  const [artist, events] = await Promise.all([
    ask(getArtist, { params: { id } }),
    ask(listEvents, { query: { artistId: id, pageIndex, pageSize: ROWS_PER_PAGE } }),
  ])
  const name = artistName(artist)
  const address = pages.artist.href(artist)
  return {
    title: name,
    description: [`Events with ${name}`, ...events.elements.map(({ title }) => title)].join(' · '),
    address: listAddress(address, { pageIndex }),
    kind: artist.imageName ? 'event' : 'website',
    picture: pictureOf(artist.imageName, FIRST_PICTURE_SIZES.event),
    lead: comingText(artist.coming),
    text: artist.description ?? '',
    list: { layout: 'posters', rows: events.elements.map(eventRow) },
    structuredData: [
      artistData(site, artist),
      breadcrumbs(site, [
        [pages.searchArtists.title, pages.searchArtists.href()],
        [name, address],
      ]),
    ],
  }
}

/** Describes a location and its shows. */
export async function describeLocation({ id, search, ask, site }: Visit): Promise<PageDescription> {
  const { when = 'coming', pageIndex } = readListQuery(showSearch, search)
  const [venue, shows] = await Promise.all([
    ask(getLocation, { params: { id } }),
    ask(listShows, { query: { locationId: id, when, pageIndex, pageSize: ROWS_PER_PAGE } }),
  ])
  const address = pages.location.href(venue)
  return {
    title: venue.name,
    description: `${venue.address}, ${venue.postalCode} ${venue.city}, ${venue.country}`,
    address: listAddress(address, { pageIndex }),
    kind: venue.imageName ? 'event' : 'website',
    picture: pictureOf(venue.imageName, FIRST_PICTURE_SIZES.event),
    list: { layout: 'thumbs', rows: shows.elements.map(showRow) },
    structuredData: [
      locationData(site, venue),
      breadcrumbs(site, [
        [pages.searchLocations.title, pages.searchLocations.href()],
        [venue.name, address],
      ]),
    ],
  }
}

/** Describes a show. Its page needs a login: it is not indexed, and only browsers with a session show its heading. */
export async function describeShow({ id, ask }: Visit): Promise<PageDescription> {
  const show = await ask(getShow, { params: { id } })
  return {
    title: show.event.title,
    heading: showTitle(show),
    kind: 'show',
    picture: pictureOf(show.event.imageName, FIRST_PICTURE_SIZES.show),
    lead: showTimeText(show.startTime, show.location.timeZone),
    text: artistName(show.artist),
  }
}
