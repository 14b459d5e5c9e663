import { type PageKey, pages } from '#contract/pages.ts'
import { describeHome } from './home.ts'
import { describeLegal } from './legal.ts'
import { describeProduct, describeProducts } from './merchandise.ts'
import { describeArticle, describeNews } from './news.ts'
import type { DescribePage } from './page.ts'
import { describeArtist, describeEvent, describeLocation, describeShow } from './programme.ts'
import { describeArtistSearch, describeEventSearch, describeLocationSearch, describeShowSearch } from './search.ts'

/** Describes a page that is not indexed, by its title only. */
const titleOnly =
  ({ title }: { title: string }): DescribePage =>
  () => ({ title })

/** Describes a page behind the login. The client sets its title. */
const afterLogin = titleOnly(pages.home)

/** Describes each page for the server-rendered HTML. */
export const pageTable: Record<PageKey, DescribePage> = {
  home: describeHome,
  login: titleOnly(pages.login),
  register: titleOnly(pages.register),
  forgotPassword: titleOnly(pages.forgotPassword),
  passwordReset: titleOnly(pages.passwordReset),
  confirmEmail: titleOnly(pages.confirmEmail),
  news: describeNews,
  newsArticle: describeArticle,
  createNews: afterLogin,
  merchandise: describeProducts,
  product: describeProduct,
  createProduct: afterLogin,
  search: describeEventSearch,
  searchEvents: describeEventSearch,
  searchLocations: describeLocationSearch,
  searchShows: describeShowSearch,
  searchArtists: describeArtistSearch,
  artist: describeArtist,
  event: describeEvent,
  createEvent: afterLogin,
  location: describeLocation,
  show: describeShow,
  createShow: afterLogin,
  checkout: afterLogin,
  payment: afterLogin,
  invoice: afterLogin,
  ownTickets: afterLogin,
  ticket: afterLogin,
  ownInvoices: afterLogin,
  profile: afterLogin,
  ticketTransfer: titleOnly(pages.ticketTransfer),
  reminders: titleOnly(pages.reminders),
  imprint: describeLegal('imprint'),
  terms: describeLegal('terms'),
  privacy: describeLegal('privacy'),
  withdrawal: describeLegal('withdrawal'),
  contact: describeLegal('contact'),
  createUser: afterLogin,
  admin: afterLogin,
  adminEvents: afterLogin,
  editEvent: afterLogin,
  adminShows: afterLogin,
  editShow: afterLogin,
  adminNews: afterLogin,
  editNews: afterLogin,
  adminMerchandise: afterLogin,
  editProduct: afterLogin,
  artists: afterLogin,
  createArtist: afterLogin,
  editArtist: afterLogin,
  cancelShow: afterLogin,
  locations: afterLogin,
  createLocation: afterLogin,
  editLocation: afterLogin,
  seatingPlans: afterLogin,
  uploadPlan: afterLogin,
  editPlan: afterLogin,
  figures: afterLogin,
  showFigures: afterLogin,
  boxOffice: afterLogin,
  sellTickets: afterLogin,
  showEntry: afterLogin,
  doorList: afterLogin,
  orders: afterLogin,
  order: afterLogin,
  deskPayments: afterLogin,
  adminPayments: afterLogin,
  reconciliation: afterLogin,
  adminPayment: afterLogin,
  bankMovements: afterLogin,
  adminInvoice: afterLogin,
  changeLog: afterLogin,
}
