import { pageWords } from '#contract/page-words.ts'
import { type PagePath, pages } from '#contract/pages.ts'
import { describeHome } from './home.ts'
import { describeProduct, describeProducts } from './merchandise.ts'
import { describeArticle, describeNews } from './news.ts'
import type { DescribePage } from './page.ts'
import { describeArtist, describeEvent, describeLocation, describeShow } from './programme.ts'
import { describeArtistSearch, describeEventSearch, describeLocationSearch, describeShowSearch } from './search.ts'

/** A page that is nobody else's business. */
const hidden =
  ({ title }: { title: string }): DescribePage =>
  () => ({ title })
const own = hidden(pageWords.home)

/** Every page of the shop, and who knows what it says of itself. */
export const pageTable: Record<PagePath, DescribePage> = {
  '/': describeHome,
  '/login': hidden(pageWords.login),
  '/register': hidden(pageWords.register),
  '/forgot-password': hidden(pageWords.forgotPassword),
  '/password-reset': hidden(pageWords.passwordReset),
  '/news': describeNews,
  '/news/create': own,
  '/news/:id': describeArticle,
  '/merchandise': describeProducts,
  '/merchandise/create': own,
  '/merchandise/:id': describeProduct,
  '/search': describeEventSearch,
  '/search/artist': describeArtistSearch,
  '/search/event': describeEventSearch,
  '/search/event-show': describeShowSearch,
  '/search/location': describeLocationSearch,
  '/artist/:id/events': describeArtist,
  '/event/create': own,
  '/event/:id/event-shows': describeEvent,
  '/location/:id/event-shows': describeLocation,
  '/event-show/create': own,
  '/event-show/:id': describeShow,
  '/checkout': own,
  '/invoice/:id': own,
  '/user-tickets': own,
  '/user-invoices': own,
  '/user-page': own,
  '/user/create': own,
  '/admin': own,
}

/** The pages behind the login, with which search engines have no business. */
export const ownPages: readonly PagePath[] = pages.filter((page) => [own, describeShow].includes(pageTable[page]))
