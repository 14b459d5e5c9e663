import type { Rows } from './rows.ts'

const routes = 'client/routes.test.tsx'
const lists = 'client/lists.test.tsx'
const home = 'client/features/home/home.page.test.tsx'
const carousel = 'e2e/home.spec.ts › pages through the news and ranks the top sellers on the home page'
const empty = `${lists} › shows on %s the empty message for %s: %s`
const pageSize = `${lists} › requests on %s for %s from %s pages of %s, regardless of the address`
const leadsOn = `${lists} › links from %s by %s to the next page`
const leafs = `${lists} › shows the number of further results and pages by the address`
const search =
  'client/searches.test.tsx › searches %s for the typed filters, keeps them in the address, and resets them'
const tabs = 'client/searches.test.tsx › shows the four searches as tabs and the tolerance of minutes'
const invalidId = `${lists} › redirects from the invalid address %s to home`
const products = 'e2e/merchandise.spec.ts › filters and sorts products as a visitor, and returns after the login to buy'
const intoCart = 'e2e/merchandise.spec.ts › adds a product to the cart for money and points, up to its limit'
const news =
  'e2e/news.spec.ts › filters news while typing, opens an article and follows its link to the shows of its event'
const unread = 'e2e/news.spec.ts › marks an article as read when opened'
const newsByDay = 'e2e/news.spec.ts › filters news by day and keeps the day in the address'
const debounce = 'client/ui/forms/use-live-filters.test.tsx › applies filters once, half a second after the last key'

/** The public pages: sections 2.1 to 2.4, 2.9, 2.10, 2.18 and 2.19. */
export const browsing: Rows = {
  '2.1': {
    'each public route opens for everyone': `${routes} › shows %s to all visitors`,
    'each route for customers opens for them, /merchandise/create among them': `${routes} › shows %s to customers`,
    'each admin route opens for administrators': `${routes} › shows %s to administrators only`,
    'an empty child of /search leads to /search/event': `${routes} › redirects the search to events`,
    'an address that is no route says so': 'e2e/buy-tickets.spec.ts › answers 404 for an unknown page',
  },
  '2.2': {
    "login needed: 'Please log in!', then /login with redirect": `${routes} › redirects visitors from %s to the login`,
    "admin needed: 'You are not logged in as an admin!', then /login with redirect": `${routes} › shows %s to administrators only`,
    'after the login to the redirect target, else to /': [
      `${routes} › redirects after the login at %s to %s`,
      'e2e/buy-tickets.spec.ts › asks for a login and returns to the page',
    ],
  },
  '2.3': {
    'always Home, News, Merchandise, Search; Admin for administrators; Login and Sign Up for visitors': `${routes} › shows login links to visitors, own pages to customers, and one more to administrators`,
    'a cart icon with a badge leads to /checkout': `${routes} › counts pieces and tickets in the navigation's cart`,
    'the badge counts pieces of merchandise and tickets': `${routes} › counts pieces and tickets in the navigation's cart`,
    'My Profile: Account Details, Your Tickets, Your Invoices, Checkout, Logout': `${routes} › links from My Profile to own pages and logout`,
    'Logout clears the session and goes to /': `${routes} › links from My Profile to own pages and logout`,
  },
  '2.4': {
    'a carousel of the latest news, 3 per page': [carousel, pageSize],
    'dots and arrows, at most 7 pages': carousel,
    "'The most recent News Articles', with ' for you' when logged in": `${home} › shows all news to visitors and unread news to customers`,
    'customers see their unread items, visitors all news': `${home} › shows all news to visitors and unread news to customers`,
    "'Top Sellers for <type or all Event Types> in the last 30 days'": `${home} › lists the top ten of all events or of a type with links to the shows`,
    'the top ten are 5 rows by 2 columns': carousel,
    'they are filtered by event type': `${home} › lists the top ten of all events or of a type with links to the shows`,
    'each entry leads to /event/{id}/event-shows': `${home} › lists the top ten of all events or of a type with links to the shows`,
    'news cards lead to /news/{id}': carousel,
  },
  '2.9': {
    'four tabs, each an address': tabs,
    'Search and Reset Filters on each filter form': search,
    'a result list with pages of 10': [pageSize, leafs],
    'filters and page stand in the address, the page size does not': [search, leafs, pageSize],
    "'... and N more result(s)' when that many follow the page": [
      leafs,
      `${lists} › shows on page %s of three with %s rows the further results: %s`,
    ],
    'nothing of it on a list of one page': `${lists} › shows no further results for a single page`,
    'events: title, description, type, and a duration of days, hours and minutes': search,
    "whole numbers of 0 or more; minutes hint '+/- 30'": [
      tabs,
      'client/forms/validation.test.tsx › does not search %s with invalid filters',
      'client/forms/validation.test.tsx › refuses fractions of a minute',
    ],
    'artists: first name, last name, stage name': search,
    'shows: name, event, duration in hours, prices, artist, venue, city, country': search,
    'shows: begin after a start, end before an end':
      'client/searches.test.tsx › searches shows that begin after a start and end before an end',
    'locations: name, country, city, postal code, address': search,
    'each result leads on: shows of the event, events of the artist, the show, shows of the location': leadsOn,
    'each of the four has its sentence for no result': empty,
  },
  '2.10': {
    'events of an artist lead to their shows': leadsOn,
    'headed by the stage name, else first and last name': `${lists} › heads an artist's events with the stage name, else first and last name`,
    "'We're sorry - there are no listed events starring this artist at the moment.'": empty,
    'an invalid artist or location leads to /': invalidId,
    'shows of an event, paged': [leadsOn, pageSize],
    "'We're sorry - there are no listed shows for the event {title} at the moment.'": empty,
    'shows of a location': leadsOn,
    "'We're sorry - there are no listed shows for this location at the moment.'": empty,
  },
  '2.18': {
    'filters: name, prices in euro, points; a select of five orders': [
      products,
      'client/searches.test.tsx › filters and sorts merchandise while typing and keeps the state in the address',
    ],
    "cards with image, name, 'n left', price and points, each to /merchandise/{id}":
      'client/features/merchandise/product.page.test.tsx › shows name, stock, price and points on a card and links to the product',
    "'We're sorry - there is currently no product which matches your requirements'": empty,
    'pages of 12': pageSize,
    'filters apply 500 ms after typing': [
      debounce,
      'client/searches.test.tsx › filters and sorts merchandise while typing and keeps the state in the address',
    ],
    'detail: image, name, stock, description':
      'client/features/merchandise/product.page.test.tsx › sells a product for money or points up to its limit and shows the total',
    "'Buy with Money' with the price, 'Buy with Points' with the points":
      'client/features/merchandise/product.page.test.tsx › sells a product for money or points up to its limit and shows the total',
    'quantities from 1 to itemsPerCustomer':
      'client/features/merchandise/objection-to-adding.test.ts › offers quantities from 1 to the limit per customer and disables those above the stock',
    'a total: points or price times quantity':
      'client/features/merchandise/product.page.test.tsx › sells a product for money or points up to its limit and shows the total',
    "'Add To Cart' when logged in, else a link 'Please log in to buy' to /login": [intoCart, products],
    "'Added {qty}x {name} to cart'": intoCart,
  },
  '2.19': {
    'filters: content, event title, event type, published after and before': [
      'client/searches.test.tsx › filters news while typing, by read state for logged-in users only',
      newsByDay,
    ],
    'read, unread or all when logged in': [
      unread,
      'client/searches.test.tsx › filters news while typing, by read state for logged-in users only',
    ],
    'cards with image, title, published date, summary':
      'client/features/news/news.test.tsx › shows date, title and summary on a card and links to the article',
    "'We're sorry - there is currently no news article which matches your requirements'": [empty, news],
    'pages of 15': [pageSize, news],
    'filters apply 500 ms after typing': debounce,
    'in the list of tickets nothing is typed: its tabs apply at once':
      'client/features/tickets/own-tickets.page.test.tsx › shows Reserved and Bought as lists with own addresses',
    'detail: title, image, published date, summary and text':
      'client/features/news/news.test.tsx › shows the whole article and links to the shows of its event',
    "'View Shows of {event title}' to /event/{eventId}/event-shows": [
      news,
      'client/features/news/news.test.tsx › shows the whole article and links to the shows of its event',
    ],
    'opening it while logged in marks it read': unread,
  },
}
