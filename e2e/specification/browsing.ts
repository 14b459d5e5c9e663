import type { Rows } from './rows.ts'

const routes = 'client/routes.test.tsx'
const lists = 'client/lists.test.tsx'
const home = 'client/features/home/home.page.test.tsx'
const carousel = 'e2e/home.spec.ts › the start page leafs through the news and ranks what sold best'
const empty = `${lists} › where %s has nothing to list for %s, it says: %s`
const pageSize = `${lists} › %s for %s asks %s for pages of %s, whatever the address says`
const leadsOn = `${lists} › what %s finds by %s leads on`
const leafs = `${lists} › a list says how many more there are, and leafs through them with the address`
const search = 'client/searches.test.tsx › %s asks for what is typed, keeps it in the address, and forgets it'
const tabs = 'client/searches.test.tsx › the four searches are tabs, and minutes are told to be about right'
const invalidId = `${lists} › %s is nobody’s address, and leads home`
const products =
  'e2e/merchandise.spec.ts › a visitor filters products in euro, sorts them, and is led to the login and back to buy'
const intoCart =
  'e2e/merchandise.spec.ts › a customer puts pieces into the cart for money and for points, up to the limit of the product'
const news =
  'e2e/news.spec.ts › a visitor filters the news while typing, opens an article and goes on to the shows of its event'
const unread = 'e2e/news.spec.ts › an article is unread until its reader opens it'
const newsByDay = 'e2e/news.spec.ts › news are filtered by the day, which stays in the address until it is cleared'
const debounce = 'client/ui/forms/use-live-filters.test.tsx › filters apply once, half a second after the last key'

/** Where one looks around: sections 2.1 to 2.4, 2.9, 2.10, 2.18 and 2.19. */
export const browsing: Rows = {
  '2.1': {
    'each public route opens for everybody': `${routes} › everybody may see %s`,
    'each route for customers opens for them, /merchandise/create among them': `${routes} › a customer may see %s`,
    'each admin route opens for administrators': `${routes} › %s is for administrators alone`,
    'an empty child of /search leads to /search/event': `${routes} › the search begins with events`,
    'an address that is no route says so':
      'e2e/buy-tickets.spec.ts › a page that does not exist says so, with status 404',
  },
  '2.2': {
    "login needed: 'Please log in!', then /login with redirect": `${routes} › %s asks a visitor to log in, and says for what`,
    "admin needed: 'You are not logged in as an admin!', then /login with redirect": [
      `${routes} › %s is for administrators alone`,
      'e2e/administration.spec.ts › a customer is led away from the pages of administrators',
    ],
    'after the login to the redirect target, else to /': [
      `${routes} › after the login at %s one is at %s`,
      'e2e/buy-tickets.spec.ts › a page that needs a login asks for it and comes back',
    ],
  },
  '2.3': {
    'always Home, News, Merchandise, Search; Admin for administrators; Login and Sign Up for visitors': `${routes} › the navigation shows visitors the way in, customers their own pages, and administrators one more`,
    'a cart icon with a badge leads to /checkout': `${routes} › the cart in the navigation counts pieces and tickets`,
    'the badge counts pieces of merchandise and tickets': `${routes} › the cart in the navigation counts pieces and tickets`,
    'My Profile: Account Details, Your Tickets, Your Invoices, Checkout, Logout': `${routes} › My Profile leads to what is one’s own, and out`,
    'Logout clears the session and goes to /': `${routes} › My Profile leads to what is one’s own, and out`,
  },
  '2.4': {
    'a carousel of the latest news, 3 per page': [carousel, pageSize],
    'dots and arrows, at most 7 pages': carousel,
    "'The most recent News Articles', with ' for you' when logged in": `${home} › visitors see all news, customers what they have not read`,
    'customers see their unread items, visitors all news': `${home} › visitors see all news, customers what they have not read`,
    "'Top Sellers for <type or all Event Types> in the last 30 days'": `${home} › the top ten are told for all events or for a type, and lead to the shows`,
    'the top ten are 5 rows by 2 columns': carousel,
    'they are filtered by event type': `${home} › the top ten are told for all events or for a type, and lead to the shows`,
    'each entry leads to /event/{id}/event-shows': `${home} › the top ten are told for all events or for a type, and lead to the shows`,
    'news cards lead to /news/{id}': carousel,
  },
  '2.9': {
    'four tabs, each an address': tabs,
    'Search and Reset Filters on each filter form': search,
    'a result list with pages of 10': [pageSize, leafs],
    'filters and page stand in the address, the page size does not': [search, leafs, pageSize],
    "'... and N more result(s)' when that many follow the page": [
      leafs,
      `${lists} › page %s of three with %s rows says what follows it: %s`,
    ],
    'nothing of it on a list of one page': `${lists} › a list of one page speaks of no more`,
    'events: title, description, type, and a duration of days, hours and minutes': search,
    "whole numbers of 0 or more; minutes hint '+/- 30'": [
      tabs,
      'client/forms/validation.test.tsx › %s does not search for what is wrong',
      'client/forms/validation.test.tsx › half a minute is no duration',
    ],
    'artists: first name, last name, stage name': search,
    'shows: name, event, duration in hours, prices, artist, venue, city, country': search,
    'shows: begin after a start, end before an end':
      'client/searches.test.tsx › shows begin after a start and end before an end',
    'locations: name, country, city, postal code, address': search,
    'each result leads on: shows of the event, events of the artist, the show, shows of the location': leadsOn,
    'each of the four has its sentence for no result': empty,
  },
  '2.10': {
    'events of an artist lead to their shows': leadsOn,
    'headed by the stage name, else first and last name': `${lists} › the events of an artist are headed by the stage name, else by first and last name`,
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
      'client/searches.test.tsx › merchandise is filtered and sorted while one types, and all of it stands in the address',
    ],
    "cards with image, name, 'n left', price and points, each to /merchandise/{id}":
      'client/features/merchandise/product.page.test.tsx › a card tells name, stock, price and points, and leads to its product',
    "'We're sorry - there is currently no product which matches your requirements'": empty,
    'pages of 12': pageSize,
    'filters apply 500 ms after typing': [
      debounce,
      'client/searches.test.tsx › merchandise is filtered and sorted while one types, and all of it stands in the address',
    ],
    'detail: image, name, stock, description':
      'client/features/merchandise/product.page.test.tsx › a product is had for money or for points, up to its limit, for a total',
    "'Buy with Money' with the price, 'Buy with Points' with the points":
      'client/features/merchandise/product.page.test.tsx › a product is had for money or for points, up to its limit, for a total',
    'quantities from 1 to itemsPerCustomer':
      'client/features/merchandise/objection-to-adding.test.ts › quantities run from 1 to what one customer may have; more than there is left cannot be chosen',
    'a total: points or price times quantity':
      'client/features/merchandise/product.page.test.tsx › a product is had for money or for points, up to its limit, for a total',
    "'Add To Cart' when logged in, else a link 'Please log in to buy' to /login": [intoCart, products],
    "'Added {qty}x {name} to cart'": intoCart,
  },
  '2.19': {
    'filters: content, event title, event type, published after and before': [
      'client/searches.test.tsx › news are filtered while one types, by whether they are read only for who is logged in',
      newsByDay,
    ],
    'read, unread or all when logged in': [
      unread,
      'client/searches.test.tsx › news are filtered while one types, by whether they are read only for who is logged in',
    ],
    'cards with image, title, published date, summary':
      'client/features/news/news.test.tsx › a card tells the day, the title and the summary of an article, and leads to it',
    "'We're sorry - there is currently no news article which matches your requirements'": [empty, news],
    'pages of 15': [pageSize, news],
    'filters apply 500 ms after typing': debounce,
    'in the list of tickets nothing is typed: its tabs apply at once':
      'client/features/tickets/own-tickets.page.test.tsx › Reserved and Bought are two lists, each with its own address',
    'detail: title, image, published date, summary and text':
      'client/features/news/news.test.tsx › an article tells everything, and leads to the shows of its event',
    "'View Shows of {event title}' to /event/{eventId}/event-shows": [
      news,
      'client/features/news/news.test.tsx › an article tells everything, and leads to the shows of its event',
    ],
    'opening it while logged in marks it read': unread,
  },
}
