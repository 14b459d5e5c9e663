import { type PageKey, pages } from '#contract/pages.ts'

/** The address of every page of the demo shop, with the id of a record where a page shows one. */
const pathOf: Record<Exclude<PageKey, 'search' | 'payment' | 'adminPayment' | 'invoice' | 'ticket'>, string> = {
  home: '',
  login: 'login',
  register: 'register',
  forgotPassword: 'forgot-password',
  passwordReset: 'password-reset',
  confirmEmail: 'confirm-email',
  news: 'news',
  newsArticle: 'news/1',
  createNews: 'news/create',
  merchandise: 'merchandise',
  product: 'merchandise/1',
  createProduct: 'merchandise/create',
  searchEvents: 'search/event',
  searchLocations: 'search/location',
  searchShows: 'search/event-show',
  searchArtists: 'search/artist',
  artist: 'artist/1/events',
  event: 'event/1/event-shows',
  createEvent: 'event/create',
  location: 'location/1/event-shows',
  show: 'event-show/300',
  createShow: 'event-show/create',
  checkout: 'checkout',
  ownTickets: 'user-tickets',
  ownInvoices: 'user-invoices',
  profile: 'user-page',
  ticketTransfer: 'ticket-transfer',
  reminders: 'reminders',
  imprint: 'imprint',
  terms: 'terms',
  privacy: 'privacy',
  withdrawal: 'withdrawal',
  contact: 'contact',
  createUser: 'user/create',
  admin: 'admin',
  adminEvents: 'admin/events',
  editEvent: 'admin/events/1',
  adminShows: 'admin/shows',
  editShow: 'admin/shows/300',
  adminNews: 'admin/news',
  editNews: 'admin/news/1',
  adminMerchandise: 'admin/merchandise',
  editProduct: 'admin/merchandise/1',
  artists: 'admin/artists',
  createArtist: 'admin/artists/create',
  editArtist: 'admin/artists/1',
  cancelShow: 'admin/shows/300/cancellation',
  locations: 'admin/locations',
  createLocation: 'admin/locations/create',
  editLocation: 'admin/locations/1',
  seatingPlans: 'admin/seating-plans',
  uploadPlan: 'admin/seating-plans/upload',
  editPlan: 'admin/seating-plans/1',
  figures: 'admin/figures',
  showFigures: 'admin/shows/300/figures',
  boxOffice: 'admin/box-office',
  sellTickets: 'admin/shows/300/box-office',
  showEntry: 'admin/shows/300/entry',
  doorList: 'admin/shows/300/door-list',
  orders: 'admin/orders',
  order: 'admin/orders/1',
  deskPayments: 'admin/desk-payments',
  adminPayments: 'admin/payments',
  reconciliation: 'admin/payments/reconciliation',
  bankMovements: 'admin/bank-movements',
  adminInvoice: 'admin/invoices/1',
  changeLog: 'admin/log',
}

const keys = Object.keys(pathOf) as (keyof typeof pathOf)[]
const isListed = (key: PageKey) => 'isInSitemap' in pages[key] || 'idOf' in pages[key]
const publicKeys = keys.filter((key) => pages[key].access === 'public')

/** Public pages that search engines list. */
export const listedPaths = publicKeys.filter(isListed).map((key) => pathOf[key])
/** Public pages that search engines do not list. */
export const unlistedPaths = publicKeys.filter((key) => !isListed(key)).map((key) => pathOf[key])
/** Pages of customers. */
export const customerPaths = keys.filter((key) => pages[key].access === 'customer').map((key) => pathOf[key])
