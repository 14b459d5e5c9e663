import { type PageKey, pages } from '#contract/pages.ts'
import { describeHome } from './home.ts'
import { describeProduct, describeProducts } from './merchandise.ts'
import { describeArticle, describeNews } from './news.ts'
import type { DescribePage } from './page.ts'
import { describeArtist, describeEvent, describeLocation, describeShow } from './programme.ts'
import { describeArtistSearch, describeEventSearch, describeLocationSearch, describeShowSearch } from './search.ts'

const hidden =
  ({ title }: { title: string }): DescribePage =>
  () => ({ title })
/** Describes a page behind the login: it gets its title from its own code. */
const own = hidden(pages.home)

/** Describes each page for the server-rendered HTML. */
export const pageTable: Record<PageKey, DescribePage> = {
  home: describeHome,
  login: hidden(pages.login),
  register: hidden(pages.register),
  forgotPassword: hidden(pages.forgotPassword),
  passwordReset: hidden(pages.passwordReset),
  news: describeNews,
  newsArticle: describeArticle,
  createNews: own,
  merchandise: describeProducts,
  product: describeProduct,
  createProduct: own,
  search: describeEventSearch,
  searchEvents: describeEventSearch,
  searchLocations: describeLocationSearch,
  searchShows: describeShowSearch,
  searchArtists: describeArtistSearch,
  artist: describeArtist,
  event: describeEvent,
  createEvent: own,
  location: describeLocation,
  show: describeShow,
  createShow: own,
  checkout: own,
  invoice: own,
  ownTickets: own,
  ownInvoices: own,
  profile: own,
  createUser: own,
  admin: own,
}
