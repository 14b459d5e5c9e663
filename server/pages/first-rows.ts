import type { Artist } from '#contract/artists.ts'
import type { Event } from '#contract/events.ts'
import { FIRST_PICTURE_SIZES } from '#contract/images.ts'
import type { Location } from '#contract/locations.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { News } from '#contract/news.ts'
import type { EventShow } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import { cents, euro } from '#domain/money.ts'
import { dateTimeText } from '#domain/time-text.ts'
import { type FirstRow, pictureOf } from './page.ts'

/** An event in a list. */
export function eventRow({ id, title, description, imageName }: Event): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.eventInList)
  return { title, address: `event/${id}/event-shows`, text: description, picture }
}

/** A show in a list. */
export function showRow({ id, name, startTime, location }: EventShow): FirstRow {
  const text = `${dateTimeText(startTime, location.timeZone)} · ${location.name}, ${location.city}`
  return { title: name, address: `event-show/${id}`, text }
}

/** A house in a list. */
export function locationRow({ id, name, address, postalCode, city }: Location): FirstRow {
  return { title: name, address: `location/${id}/event-shows`, text: `${address}, ${postalCode} ${city}` }
}

/** An artist in a list. */
export function artistRow(artist: Artist): FirstRow {
  const text = artist.stageName && `${artist.firstName} ${artist.lastName}`
  return { title: artistName(artist), address: `artist/${artist.id}/events`, text }
}

/** An article in a list. */
export function newsRow({ id, title, summary, imageName }: News): FirstRow {
  return { title, address: `news/${id}`, text: summary, picture: pictureOf(imageName, FIRST_PICTURE_SIZES.newsInList) }
}

/** A product in a list. */
export function productRow({ id, name, price, imageName }: MerchandiseProduct): FirstRow {
  const picture = pictureOf(imageName, FIRST_PICTURE_SIZES.productInList)
  return { title: name, address: `merchandise/${id}`, text: euro(cents(price)), picture }
}
