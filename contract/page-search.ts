import type * as z from 'zod/mini'
import type { listAdminOrders } from './admin-orders.ts'
import type { listBankMovements } from './admin-bank-statements.ts'
import type { listDeskPayments } from './admin-desk-payments.ts'
import type { listAdminPayments } from './admin-payments.ts'
import type { getReconciliation } from './admin-reconciliation.ts'
import type { EventType } from '#domain/shows/event-types.ts'
import type { listAdminArtists } from './admin-artists.ts'
import type { artistSearch } from './artists.ts'
import type { listChanges } from './change-log.ts'
import type { listAdminEvents } from './admin-events.ts'
import type { eventSearch } from './events.ts'
import type { getFigures } from './figures.ts'
import type { listOwnInvoices } from './invoices.ts'
import type { listAdminLocations } from './admin-locations.ts'
import type { locationSearch } from './locations.ts'
import type { merchandiseSearch } from './merchandise.ts'
import type { listAdminProducts } from './admin-merchandise.ts'
import type { listAdminNews } from './admin-news.ts'
import type { newsSearch } from './news.ts'
import type { PageKey } from './pages.ts'
import type { listAdminShows } from './admin-shows.ts'
import type { eventPageSearch, showSearch } from './shows.ts'
import type { listOwnTickets } from './tickets.ts'
import type { listAdminPlans } from './seating-plans.ts'
import type { listUsers } from './users.ts'

type SearchOfPages = Complete<{
  home: { type?: EventType | undefined }
  login: { redirect?: string }
  register: { redirect?: string }
  forgotPassword: { redirect?: string }
  confirmEmail: { token?: string }
  passwordReset: { 'reset-token'?: string }
  news: Filtered<typeof newsSearch>
  newsArticle: NoSearch
  /** The id of the article to copy. */
  createNews: { copy?: number }
  merchandise: Filtered<typeof merchandiseSearch>
  /** The choice of the visitor, kept over the login. */
  product: { quantity?: number; usePoints?: true }
  /** The id of the product to copy, for administrators. */
  createProduct: { copy?: number }
  search: NoSearch
  searchEvents: Filtered<typeof eventSearch>
  searchLocations: Filtered<typeof locationSearch>
  searchShows: Filtered<typeof showSearch>
  searchArtists: Filtered<typeof artistSearch>
  artist: Filtered<typeof eventSearch>
  event: Filtered<typeof eventPageSearch>
  /** The id of the event to copy. */
  createEvent: { copy?: number }
  location: Filtered<typeof showSearch>
  show: NoSearch
  /** The id of the event, or of the show to copy. */
  createShow: { event?: number; copy?: number }
  checkout: NoSearch
  payment: NoSearch
  invoice: NoSearch
  ownTickets: Filtered<typeof listOwnTickets.query>
  ticket: NoSearch
  ownInvoices: Filtered<typeof listOwnInvoices.query>
  profile: NoSearch
  ticketTransfer: { token?: string }
  reminders: { token?: string }
  imprint: NoSearch
  terms: NoSearch
  privacy: NoSearch
  withdrawal: NoSearch
  contact: NoSearch
  createUser: NoSearch
  admin: Filtered<typeof listUsers.query>
  adminEvents: Filtered<typeof listAdminEvents.query>
  editEvent: NoSearch
  adminShows: Filtered<typeof listAdminShows.query>
  editShow: NoSearch
  adminNews: Filtered<typeof listAdminNews.query>
  editNews: NoSearch
  adminMerchandise: Filtered<typeof listAdminProducts.query>
  editProduct: NoSearch
  artists: Filtered<typeof listAdminArtists.query>
  createArtist: NoSearch
  editArtist: NoSearch
  cancelShow: NoSearch
  locations: Filtered<typeof listAdminLocations.query>
  createLocation: NoSearch
  editLocation: NoSearch
  seatingPlans: Filtered<typeof listAdminPlans.query>
  uploadPlan: NoSearch
  editPlan: NoSearch
  figures: z.input<typeof getFigures.query>
  showFigures: NoSearch
  boxOffice: Filtered<typeof listAdminShows.query>
  /** The ticket to move to another place, and its order. */
  sellTickets: { move?: number; order?: number }
  showEntry: NoSearch
  doorList: NoSearch
  orders: Filtered<typeof listAdminOrders.query>
  order: NoSearch
  deskPayments: Filtered<typeof listDeskPayments.query>
  adminPayments: Filtered<typeof listAdminPayments.query>
  reconciliation: z.input<typeof getReconciliation.query>
  adminPayment: NoSearch
  bankMovements: Filtered<typeof listBankMovements.query>
  adminInvoice: NoSearch
  changeLog: Filtered<typeof listChanges.query>
}>

type NoSearch = Record<never, never>

/** Parameters of a list: those of its API call, except the page size, which the page decides. */
type Filtered<Schema extends z.ZodMiniType> = Partial<Omit<z.input<Schema>, 'pageSize'>>

/** Requires an entry for every page. */
type Complete<Searches extends Record<PageKey, object>> = Searches

/** Search parameters in the address of a page. All are optional; unknown and invalid ones are ignored. */
export type PageSearch<Key extends PageKey> = SearchOfPages[Key]
