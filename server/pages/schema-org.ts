import type { Artist } from '#contract/artists.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { getEvent } from '#contract/events.ts'
import type { Location } from '#contract/locations.ts'
import type { MerchandiseProduct } from '#contract/merchandise.ts'
import type { getNews } from '#contract/news.ts'
import type { getShow } from '#contract/shows.ts'
import { artistName } from '#domain/artist-name.ts'
import type { EventType } from '#domain/event-types.ts'
import type { Cents } from '#domain/money.ts'
import { SHOP_NAME } from '#domain/window-title.ts'
import { pictureUrl, type Site } from './site.ts'

/** Something in the words of schema.org; what is undefined is not said. */
export type Thing = { readonly '@type': string; readonly [property: string]: unknown }

type Event = ReplyOf<typeof getEvent>
type Show = ReplyOf<typeof getShow>
type Article = ReplyOf<typeof getNews>

const eventKinds: Record<EventType, string> = {
  MOVIE: 'ScreeningEvent',
  THEATRE: 'TheaterEvent',
  OPERA: 'MusicEvent',
  CONCERT: 'MusicEvent',
  COMEDY: 'ComedyEvent',
  SPORTS: 'SportsEvent',
}

/** The shop, and who runs it. */
export function siteOf({ PUBLIC_URL, seller }: Site): Thing[] {
  return [
    {
      '@type': 'WebSite',
      name: SHOP_NAME,
      url: PUBLIC_URL,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${PUBLIC_URL}search/event?title={title}` },
        'query-input': 'required name=title',
      },
    },
    { ...sellerThing(seller), url: PUBLIC_URL, address: seller.address, email: seller.email, vatID: seller.vatId },
  ]
}

function sellerThing({ name }: Site['seller']): Thing {
  return { '@type': 'Organization', name }
}

/** The way from the start page to a page. */
export function trail({ PUBLIC_URL }: Site, steps: readonly (readonly [name: string, address: string])[]): Thing {
  const all = [[SHOP_NAME, ''] as const, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, address], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${PUBLIC_URL}${address}`,
    })),
  }
}

/** An event, with its shows as events of their own. */
export function eventThing(site: Site, event: Event, shows: readonly Show[]): Thing {
  const prices = shows.map(({ priceFrom }) => priceFrom)
  const houses = new Map(shows.map(({ location }) => [location.id, location]))
  return {
    '@type': eventKinds[event.type],
    name: event.title,
    description: event.description,
    url: `${site.PUBLIC_URL}event/${event.id}/event-shows`,
    image: event.imageName === null ? undefined : pictureUrl(site, event.imageName),
    startDate: shows[0]?.startTime ?? event.startTime ?? undefined,
    endDate: event.endTime ?? undefined,
    location: houses.size === 0 ? undefined : Array.from(houses.values(), (house) => locationThing(site, house)),
    organizer: { ...sellerThing(site.seller), url: site.PUBLIC_URL },
    offers:
      prices.length === 0
        ? undefined
        : { '@type': 'AggregateOffer', lowPrice: priceOf(Math.min(...prices)), priceCurrency: 'EUR' },
    subEvent: shows.map((show) => showThing(site, show)),
  }
}

function showThing(site: Site, { id, name, event, artist, location, startTime, endTime, priceFrom }: Show): Thing {
  return {
    '@type': eventKinds[event.type],
    name,
    startDate: startTime,
    endDate: endTime,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: event.imageName === null ? undefined : pictureUrl(site, event.imageName),
    location: locationThing(site, location),
    performer: artistThing(site, artist),
    offers: offer(`${site.PUBLIC_URL}event-show/${id}`, priceFrom, { validThrough: startTime }),
  }
}

/** A house. */
export function locationThing({ PUBLIC_URL }: Site, house: Location): Thing {
  return {
    '@type': 'Place',
    name: house.name,
    url: `${PUBLIC_URL}location/${house.id}/event-shows`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: house.address,
      postalCode: house.postalCode,
      addressLocality: house.city,
      addressCountry: house.country,
    },
  }
}

/** An artist, or a company of them. */
export function artistThing({ PUBLIC_URL }: Site, artist: Artist): Thing {
  return { '@type': 'PerformingGroup', name: artistName(artist), url: `${PUBLIC_URL}artist/${artist.id}/events` }
}

/** A product with its price. */
export function productThing(site: Site, product: MerchandiseProduct, address: string): Thing {
  const availability = `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.imageName === null ? undefined : pictureUrl(site, product.imageName),
    offers: offer(`${site.PUBLIC_URL}${address}`, product.price, { availability }),
  }
}

/** An article. */
export function articleThing(site: Site, article: Article, address: string): Thing {
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    image: article.imageName === null ? undefined : pictureUrl(site, article.imageName),
    datePublished: article.published,
    mainEntityOfPage: `${site.PUBLIC_URL}${address}`,
    author: { ...sellerThing(site.seller), url: site.PUBLIC_URL },
    publisher: sellerThing(site.seller),
  }
}

function offer(url: string, price: Cents, more: Record<string, string>): Thing {
  return { '@type': 'Offer', url, price: priceOf(price), priceCurrency: 'EUR', ...more }
}

function priceOf(amount: number): string {
  return (amount / 100).toFixed(2)
}
