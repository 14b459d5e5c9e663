import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { basePath } from './address/base-path.ts'
import { admit, type Access } from './address/guard.ts'
import { paths } from './paths.ts'
import { parseSearchText, writeSearchText } from './address/search-text.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { lazyPart } from './shell/lazy-part.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell })
const search = page(paths.search, 'public', () => import('./features/search/search.page.tsx'), 'SearchPage')

// One line is one page: where, for whom, which (specification, section 2.1).
const tree = root.addChildren([
  page(paths.home, 'public', () => import('./features/home/home.page.tsx'), 'HomePage'),
  page(paths.login, 'public', () => import('./features/auth/login.page.tsx'), 'LoginPage'),
  page(paths.register, 'public', () => import('./features/auth/register.page.tsx'), 'RegisterPage'),
  page(paths.forgotPassword, 'public', () => import('./features/auth/forgot-password.page.tsx'), 'ForgotPasswordPage'),
  page(paths.passwordReset, 'public', () => import('./features/auth/password-reset.page.tsx'), 'PasswordResetPage'),
  page(paths.news, 'public', () => import('./features/news/news.page.tsx'), 'NewsPage'),
  page(paths.createNews, 'admin', () => import('./features/programme-admin/create-news.page.tsx'), 'CreateNewsPage'),
  page(paths.newsArticle('$id'), 'public', () => import('./features/news/news-article.page.tsx'), 'NewsArticlePage'),
  page(paths.merchandise, 'public', () => import('./features/merchandise/merchandise.page.tsx'), 'MerchandisePage'),
  page(
    paths.createProduct,
    'customer',
    () => import('./features/merchandise/create-product.page.tsx'),
    'CreateProductPage',
  ),
  page(paths.product('$id'), 'public', () => import('./features/merchandise/product.page.tsx'), 'ProductPage'),
  search.addChildren([
    createRoute({ getParentRoute: () => search, path: '/', beforeLoad: goTo(paths.searchEvents) }),
    tab(paths.searchEvents, () => import('./features/events/search-events.page.tsx'), 'SearchEventsPage'),
    tab(paths.searchLocations, () => import('./features/locations/search-locations.page.tsx'), 'SearchLocationsPage'),
    tab(paths.searchShows, () => import('./features/shows/search-shows.page.tsx'), 'SearchShowsPage'),
    tab(paths.searchArtists, () => import('./features/artists/search-artists.page.tsx'), 'SearchArtistsPage'),
  ]),
  page(paths.artist('$id'), 'public', () => import('./features/events/artist-events.page.tsx'), 'ArtistEventsPage'),
  page(paths.event('$id'), 'public', () => import('./features/shows/event-shows.page.tsx'), 'EventShowsPage'),
  page(paths.location('$id'), 'public', () => import('./features/shows/location-shows.page.tsx'), 'LocationShowsPage'),
  page(paths.show('$id'), 'customer', () => import('./features/seating/buy-ticket.page.tsx'), 'BuyTicketPage'),
  page(paths.checkout, 'customer', () => import('./features/checkout/checkout.page.tsx'), 'CheckoutPage'),
  page(paths.invoice('$id'), 'customer', () => import('./features/invoices/invoice.page.tsx'), 'InvoicePage'),
  page(paths.ownTickets, 'customer', () => import('./features/tickets/own-tickets.page.tsx'), 'OwnTicketsPage'),
  page(paths.ownInvoices, 'customer', () => import('./features/invoices/own-invoices.page.tsx'), 'OwnInvoicesPage'),
  page(paths.profile, 'customer', () => import('./features/users/profile.page.tsx'), 'ProfilePage'),
  page(paths.createEvent, 'admin', () => import('./features/programme-admin/create-event.page.tsx'), 'CreateEventPage'),
  page(paths.createShow, 'admin', () => import('./features/programme-admin/create-show.page.tsx'), 'CreateShowPage'),
  page(paths.createUser, 'admin', () => import('./features/users-admin/create-user.page.tsx'), 'CreateUserPage'),
  page(paths.admin, 'admin', () => import('./features/users-admin/admin.page.tsx'), 'AdminPage'),
])

/** A file server knows no pages but the one: there the address of a page stands behind its `#`. */
const isStatic = import.meta.env.RESPONSE_CACHE && 'isStatic' in document.documentElement.dataset

/** The pages of the shop under its base path, with the state of every list in the address. */
export const router = createRouter({
  routeTree: tree,
  ...(isStatic ? { history: createHashHistory() } : { basepath: basePath }),
  parseSearch: parseSearchText,
  stringifySearch: writeSearchText,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 250,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>

function page<Name extends string>(path: string, access: Access, load: Load<Name>, name: Name) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: admit(access),
    component: lazyPart(async () => (await load())[name]),
  })
}

function tab<Name extends string>(path: string, load: Load<Name>, name: Name) {
  return createRoute({
    getParentRoute: () => search,
    path: path.replace(paths.search, ''),
    component: lazyPart(async () => (await load())[name]),
  })
}

function goTo(path: string) {
  return () => {
    throw redirect({ to: path, replace: true })
  }
}
