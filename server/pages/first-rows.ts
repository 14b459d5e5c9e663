import type { listArtists } from '#contract/artists.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { listEvents } from '#contract/events.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import type { listLocations } from '#contract/locations.ts'
import type { listProducts } from '#contract/merchandise.ts'
import type { listNews } from '#contract/news.ts'
import { pages } from '#contract/pages.ts'
import type { listShows } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import { cents, euro } from '#domain/money.ts'
import { dateTimeText } from '#domain/time-text.ts'
import { type FirstRow, pictureOf } from './page.ts'

/** The element type of a list call. */
type Listed<List extends Endpoint> = ReplyOf<List> extends { elements: (infer Row)[] } ? Row : never

/** Describes an event in a list. */
export function eventRow({ id, title, description, imageName }: Listed<typeof listEvents>): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.eventInList)
  return { title, address: pages.event.href({ id }), text: description, picture }
}

/** Describes a show in a list. */
export function showRow({ id, name, startTime, location }: Listed<typeof listShows>): FirstRow {
  const text = `${dateTimeText(startTime, location.timeZone)} · ${location.name}, ${location.city}`
  return { title: name, address: pages.show.href({ id }), text }
}

/** Describes a location in a list. */
export function locationRow({ id, name, address, postalCode, city }: Listed<typeof listLocations>): FirstRow {
  return { title: name, address: pages.location.href({ id }), text: `${address}, ${postalCode} ${city}` }
}

/** Describes an artist in a list. */
export function artistRow(artist: Listed<typeof listArtists>): FirstRow {
  const text = artist.stageName && `${artist.firstName} ${artist.lastName}`
  return { title: artistName(artist), address: pages.artist.href(artist), text }
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
export function productRow({ id, name, price, imageName }: Listed<typeof listProducts>): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.productInList)
  return { title: name, address: pages.product.href({ id }), text: euro(cents(price)), picture }
}
