import type { listArtists } from '#contract/artists.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { listEvents } from '#contract/events.ts'
import { FIRST_PICTURE_SIZES, PROGRAMME_PICTURE_SIZES, THUMB_SIZES } from '#contract/images.ts'
import type { listLocations } from '#contract/locations.ts'
import type { listProducts } from '#contract/merchandise.ts'
import type { listNews } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import type { listProgramme, listShows } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import { cents, euro } from '#domain/money.ts'
import { costText, isForPointsAlone } from '#domain/points.ts'
import { programmePartName, showTimeText } from '#domain/shows/programme-words.ts'
import { showTitle } from '#domain/shows/show-title.ts'
import { timeText } from '#domain/time/time-text.ts'
import { type FirstPart, type FirstRow, pictureOf } from './page.ts'

/** The element type of a list call. */
type Listed<List extends Endpoint> = ReplyOf<List> extends { elements: (infer Row)[] } ? Row : never

/** Describes an event in a list. */
export function eventRow({ id, title, description, imageName, coming }: Listed<typeof listEvents>): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.eventInList)
  return {
    title,
    address: pages.event.href({ id }),
    text: [comingText(coming), description].filter(Boolean).join(' '),
    picture,
  }
}

/** Writes the next of the shows to come: time, place and price. Empty without one. */
export function comingText(coming: Listed<typeof listEvents>['coming']): string {
  if (!coming) return ''
  const { next, priceFrom } = coming
  const time = showTimeText(next.startTime, next.timeZone)
  return `${time} · ${next.venue}, ${next.city} · from ${euro(cents(priceFrom))}`
}

/** Describes a show in a list. */
export function showRow({ id, name, event, startTime, location, priceFrom }: Listed<typeof listShows>): FirstRow {
  const time = showTimeText(startTime, location.timeZone)
  const text = `${time} · ${location.name}, ${location.city} · from ${euro(cents(priceFrom))}`
  return { title: name, address: pages.show.href({ id }), text, picture: pictureOf(event.imageName, THUMB_SIZES) }
}

/** Describes a part of the programme. */
export function programmePart(part: Listed<typeof listProgramme>): FirstPart {
  return { name: programmePartName(part), shows: part.shows.map((show) => programmeRow(show, part.name)) }
}

function programmeRow(show: Listed<typeof listShows>, part: string): FirstPart['shows'][number] {
  const { id, event, startTime, location, priceFrom, availability } = show
  const time = (part === 'TONIGHT' ? timeText : showTimeText)(startTime, location.timeZone)
  return {
    title: showTitle(show),
    address: pages.show.href({ id }),
    text: `${time} · ${location.name}, ${location.city}`,
    picture: pictureOf(event.imageName, PROGRAMME_PICTURE_SIZES),
    price: availability === 'SOLD_OUT' ? 'Sold out' : `from ${euro(cents(priceFrom))}`,
  }
}

/** Describes a location in a list. */
export function locationRow({
  id,
  name,
  address,
  postalCode,
  city,
  imageName,
}: Listed<typeof listLocations>): FirstRow {
  const picture = pictureOf(imageName, THUMB_SIZES)
  return { title: name, address: pages.location.href({ id }), text: `${address}, ${postalCode} ${city}`, picture }
}

/** Describes an artist in a list. */
export function artistRow(artist: Listed<typeof listArtists>): FirstRow {
  const text = artist.stageName && `${artist.firstName} ${artist.lastName}`
  const picture = pictureOf(artist.imageName, THUMB_SIZES)
  return { title: artistName(artist), address: pages.artist.href(artist), text, picture }
}

/** Describes an article in a list. */
export function newsRow({ id, title, summary, imageName }: Listed<typeof listNews>): FirstRow {
  return {
    title,
    address: pages.newsArticle.href({ id }),
    text: summary,
    picture: pictureOf(imageName, FIRST_PICTURE_SIZES.newsInList),
  }
}

/** Describes a product in a list. */
export function productRow({ id, name, price, points, imageName }: Listed<typeof listProducts>): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.productInList)
  const text = costText(cents(price), isForPointsAlone({ price, points }) ? points : 0)
  return { title: name, address: pages.product.href({ id }), text, picture }
}
