import type { ReplyOf } from '#contract/endpoint.ts'
import type { getEvent } from '#contract/events.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { getNews } from '#contract/news.ts'
import { type Address, pages } from '#contract/pages.ts'
import type { listShows } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { Cents } from '#domain/money.ts'
import { isForPointsAlone } from '#domain/points.ts'
import { localIsoTime } from '#domain/time/time-text.ts'
import { SHOP_NAME } from '#domain/window-title.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { pictureUrl, type Site } from './site.ts'

/** A schema.org object. Undefined properties are omitted. */
export type StructuredData = { readonly '@type': string; readonly [property: string]: unknown }

type Event = ReplyOf<typeof getEvent>
type Show = ReplyOf<typeof listShows>['elements'][number]
type Artist = Show['artist']
type Location = Show['location']
type Article = ReplyOf<typeof getNews>

const eventKinds: Record<EventType, string> = {
  MOVIE: 'ScreeningEvent',
  THEATRE: 'TheaterEvent',
  OPERA: 'MusicEvent',
  CONCERT: 'MusicEvent',
  COMEDY: 'ComedyEvent',
  SPORTS: 'SportsEvent',
}

/** Describes the shop and its operator. */
export function siteOf(site: Site): StructuredData[] {
  const { PUBLIC_URL, seller } = site
  return [
    {
      '@type': 'WebSite',
      name: SHOP_NAME,
      url: PUBLIC_URL,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl(site, pages.searchEvents.href())}?title={title}` },
        'query-input': 'required name=title',
      },
    },
    { ...sellerData(seller), url: PUBLIC_URL, address: seller.address, email: seller.email, vatID: seller.vatId },
  ]
}

function sellerData({ name }: Site['seller']): StructuredData {
  return { '@type': 'Organization', name }
}

/** Describes the breadcrumb trail from the home page to a page. */
export function breadcrumbs(site: Site, steps: readonly (readonly [name: string, address: Address])[]): StructuredData {
  const all = [[SHOP_NAME, pages.home.href()] as const, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, address], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl(site, address),
    })),
  }
}

/**
 * Describes an event with its shows as events. An event without upcoming shows has no time or place and is a
 * CreativeWork.
 */
export function eventData(site: Site, event: Event, shows: readonly Show[]): StructuredData {
  const [first] = shows
  const about = {
    name: event.title,
    description: event.description,
    url: publicUrl(site, pages.event.href(event)),
    image: event.imageName === null ? undefined : pictureUrl(site, event.imageName),
  }
  if (!first) return { '@type': 'CreativeWork', ...about }
  const venues = new Map(shows.map(({ location }) => [location.id, location]))
  const artists = new Map(shows.map(({ artist }) => [artist.id, artist]))
  const { timeZone } = (shows.at(-1) ?? first).location
  return {
    '@type': eventKinds[event.type],
    ...about,
    startDate: localIsoTime(first.startTime, first.location.timeZone),
    endDate: event.endTime === null ? undefined : localIsoTime(event.endTime, timeZone),
    ...onStage,
    location: Array.from(venues.values(), (venue) => locationData(site, venue)),
    performer: Array.from(artists.values(), (artist) => artistData(site, artist)),
    organizer: organizer(site),
    offers: {
      '@type': 'AggregateOffer',
      url: about.url,
      lowPrice: priceOf(Math.min(...shows.map(({ priceFrom }) => priceFrom))),
      priceCurrency: 'EUR',
      availability: availabilityOf(shows),
      ...validFrom(shows),
    },
    subEvent: shows.map((show) => showData(site, show, event)),
  }
}

const onStage = {
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
}

/** Tells whether any of the shows is sold, or will be. */
function availabilityOf(shows: readonly Show[]): string {
  const open = shows.filter(({ availability }) => availability !== 'SOLD_OUT' && availability !== 'OFF_SALE')
  const isToCome = open.every(({ availability }) => availability === 'NOT_YET')
  return `https://schema.org/${open.length === 0 ? 'SoldOut' : isToCome ? 'PreOrder' : 'InStock'}`
}

/** Writes the start of the first sale, if the sale of none of the shows has started. */
function validFrom(shows: readonly Show[]): { validFrom?: string } {
  const starts = shows.flatMap(({ saleStartsAt, location }) =>
    saleStartsAt === undefined ? [] : { saleStartsAt, timeZone: location.timeZone },
  )
  const [first] = starts.toSorted((one, other) => Date.parse(one.saleStartsAt) - Date.parse(other.saleStartsAt))
  return first && starts.length === shows.length ? { validFrom: localIsoTime(first.saleStartsAt, first.timeZone) } : {}
}

function showData(site: Site, show: Show, { description }: Event): StructuredData {
  const { name, event, artist, location, startTime, endTime, priceFrom } = show
  const startDate = localIsoTime(startTime, location.timeZone)
  // The page of a show needs a login, so the address is that of the event.
  const url = publicUrl(site, pages.event.href(event))
  return {
    '@type': eventKinds[event.type],
    name,
    description,
    url,
    startDate,
    endDate: localIsoTime(endTime, location.timeZone),
    ...onStage,
    image: event.imageName === null ? undefined : pictureUrl(site, event.imageName),
    location: locationData(site, location),
    performer: artistData(site, artist),
    organizer: organizer(site),
    offers: offer(url, priceFrom, {
      ...{ availability: availabilityOf([show]), validThrough: startDate },
      ...validFrom([show]),
    }),
  }
}

function organizer({ seller, PUBLIC_URL }: Site): StructuredData {
  return { ...sellerData(seller), url: PUBLIC_URL }
}

/** Describes a location. */
export function locationData(site: Site, venue: Location): StructuredData {
  return {
    '@type': 'Place',
    name: venue.name,
    url: publicUrl(site, pages.location.href(venue)),
    address: {
      '@type': 'PostalAddress',
      streetAddress: venue.address,
      postalCode: venue.postalCode,
      addressLocality: venue.city,
      addressCountry: venue.country,
    },
  }
}

/** Describes an artist or a group. */
export function artistData(site: Site, artist: Artist): StructuredData {
  const kind = artist.stageName ? 'PerformingGroup' : 'Person'
  return { '@type': kind, name: artistName(artist), url: publicUrl(site, pages.artist.href(artist)) }
}

/** Describes a product with its price. One for points alone has no offer. */
export function productData(site: Site, product: MerchandiseProduct): StructuredData {
  const stock = `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.imageName === null ? undefined : pictureUrl(site, product.imageName),
    offers: isForPointsAlone(product)
      ? undefined
      : offer(publicUrl(site, pages.product.href(product)), product.price, { availability: stock }),
  }
}

/** Describes an article. */
export function articleData(site: Site, article: Article): StructuredData {
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    image: article.imageName === null ? undefined : pictureUrl(site, article.imageName),
    datePublished: article.published,
    mainEntityOfPage: publicUrl(site, pages.newsArticle.href(article)),
    author: organizer(site),
    publisher: sellerData(site.seller),
  }
}

function offer(url: string, price: Cents, more: Record<string, string>): StructuredData {
  return { '@type': 'Offer', url, price: priceOf(price), priceCurrency: 'EUR', ...more }
}

function priceOf(amount: number): string {
  return (amount / 100).toFixed(2)
}
