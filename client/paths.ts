import type { ArtistId, EventId, InvoiceId, LocationId, NewsId, ProductId, ShowId } from '#domain/ids.ts'
import { isPage } from '#contract/pages.ts'
import { parseSearchText } from './address/search-text.ts'

/** Every address a visitor can stand at, below the base path (specification, section 2.1). Links are built here. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  passwordReset: '/password-reset',
  news: '/news',
  newsArticle: (id: NewsId | '$id') => `/news/${id}`,
  createNews: '/news/create',
  merchandise: '/merchandise',
  product: (id: ProductId | '$id') => `/merchandise/${id}`,
  createProduct: '/merchandise/create',
  search: '/search',
  searchArtists: '/search/artist',
  searchEvents: '/search/event',
  searchShows: '/search/event-show',
  searchLocations: '/search/location',
  artist: (id: ArtistId | '$id') => `/artist/${id}/events`,
  event: (id: EventId | '$id') => `/event/${id}/event-shows`,
  location: (id: LocationId | '$id') => `/location/${id}/event-shows`,
  createEvent: '/event/create',
  createShow: '/event-show/create',
  show: (id: ShowId | '$id') => `/event-show/${id}`,
  checkout: '/checkout',
  invoice: (id: InvoiceId | '$id') => `/invoice/${id}`,
  ownTickets: '/user-tickets',
  ownInvoices: '/user-invoices',
  profile: '/user-page',
  createUser: '/user/create',
  admin: '/admin',
} as const

type Target = { readonly to: string; readonly search: Record<string, string> }

/** Where to go after the login: the page that was asked for if it is one of the shop's, else home. */
export function redirectTarget(wanted: unknown): Target {
  const home = { to: paths.home, search: {} }
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /[\\\s]/.test(wanted)) return home
  const here = 'http://foyer.invalid'
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined
  if (url?.origin !== here || !isPage(url.pathname)) return home
  return { to: url.pathname, search: parseSearchText(url.search) }
}
