import type { Id } from '#domain/ids.ts'
import { SHOP_NAME } from '#domain/window-title.ts'

/** Access level of a page. `customer`: any logged-in user. `staff`: also administrators. */
export type Access = 'public' | 'customer' | 'staff' | 'admin'

/** The sections of the organiser's desk, in the order of its navigation. */
const DESK_SECTIONS = ['Desk', 'Programme', 'Houses', 'Orders', 'Figures', 'Records'] as const
type DeskSection = (typeof DESK_SECTIONS)[number]

type Texts = {
  /** Heading and window title. */
  readonly title: string
  /** Name in the main navigation. */
  readonly nav?: string
  /** Name of the tab, on search pages. */
  readonly tab?: string
  /** Section and name in the navigation of the organiser's desk. */
  readonly desk?: { readonly section: DeskSection; readonly name: string }
  /** Whether search engines find the page in the sitemap. */
  readonly isInSitemap?: true
}

/**
 * All pages of the shop (specification, section 2.1), with path, access and title. A detail page shows one entity: it
 * names the kind of the `:id` in its path, and its title is the entity's name. Navigation and tabs keep the order of
 * this table.
 */
export const pages = {
  home: page('/', 'public', { title: SHOP_NAME, nav: 'Home', isInSitemap: true }),
  login: page('/login', 'public', { title: 'Login' }),
  register: page('/register', 'public', { title: 'Sign Up' }),
  forgotPassword: page('/forgot-password', 'public', { title: 'Forgot your Password?' }),
  passwordReset: page('/password-reset', 'public', { title: 'Set a new password' }),
  confirmEmail: page('/confirm-email', 'public', { title: 'Confirm your email address' }),
  news: page('/news', 'public', { title: 'News', nav: 'News', isInSitemap: true }),
  newsArticle: detailPage('news', '/news/:id', 'public'),
  createNews: page('/news/create', 'admin', { title: 'Create News' }),
  merchandise: page('/merchandise', 'public', { title: 'Merchandise', nav: 'Merchandise', isInSitemap: true }),
  product: detailPage('product', '/merchandise/:id', 'public'),
  createProduct: page('/merchandise/create', 'customer', { title: 'Create Merchandise' }),
  search: page('/search', 'public', { title: 'Search', nav: 'Search' }),
  searchEvents: searchTab('/search/event', { title: 'Search events', tab: 'Event' }),
  searchLocations: searchTab('/search/location', { title: 'Search locations', tab: 'Location' }),
  searchShows: searchTab('/search/event-show', { title: 'Search shows', tab: 'Show' }),
  searchArtists: searchTab('/search/artist', { title: 'Search artists', tab: 'Artist' }),
  artist: detailPage('artist', '/artist/:id/events', 'public'),
  event: detailPage('event', '/event/:id/event-shows', 'public'),
  createEvent: page('/event/create', 'admin', { title: 'Create Event' }),
  location: detailPage('location', '/location/:id/event-shows', 'public'),
  show: detailPage('show', '/event-show/:id', 'customer'),
  createShow: page('/event-show/create', 'admin', { title: 'Create Show' }),
  checkout: page('/checkout', 'customer', { title: 'Checkout' }),
  payment: detailPage('payment', '/payment/:id', 'customer'),
  invoice: detailPage('invoice', '/invoice/:id', 'customer'),
  ownTickets: page('/user-tickets', 'customer', { title: 'Your Tickets' }),
  ticket: detailPage('ticket', '/ticket/:id', 'customer'),
  ticketTransfer: page('/ticket-transfer', 'public', { title: 'A ticket for you' }),
  ownInvoices: page('/user-invoices', 'customer', { title: 'Your Invoices' }),
  profile: page('/user-page', 'customer', { title: 'Account Details' }),
  reminders: page('/reminders', 'public', { title: 'Reminders' }),
  imprint: page('/imprint', 'public', { title: 'Imprint', isInSitemap: true }),
  terms: page('/terms', 'public', { title: 'Terms', isInSitemap: true }),
  privacy: page('/privacy', 'public', { title: 'Privacy', isInSitemap: true }),
  withdrawal: page('/withdrawal', 'public', { title: 'Withdrawal', isInSitemap: true }),
  contact: page('/contact', 'public', { title: 'Contact', isInSitemap: true }),
  createUser: page('/user/create', 'admin', { title: 'Create User' }),
  admin: page('/admin', 'admin', {
    title: 'Administration',
    nav: 'Admin',
    desk: { section: 'Desk', name: 'Overview' },
  }),
  adminEvents: page('/admin/events', 'admin', { title: 'Events', desk: { section: 'Programme', name: 'Events' } }),
  editEvent: detailPage('event', '/admin/events/:id', 'admin'),
  adminShows: page('/admin/shows', 'admin', { title: 'Shows', desk: { section: 'Programme', name: 'Shows' } }),
  editShow: detailPage('show', '/admin/shows/:id', 'admin'),
  adminNews: page('/admin/news', 'admin', { title: 'News', desk: { section: 'Programme', name: 'News' } }),
  editNews: detailPage('news', '/admin/news/:id', 'admin'),
  adminMerchandise: page('/admin/merchandise', 'admin', {
    title: 'Merchandise',
    desk: { section: 'Programme', name: 'Merchandise' },
  }),
  editProduct: detailPage('product', '/admin/merchandise/:id', 'admin'),
  artists: page('/admin/artists', 'admin', { title: 'Artists', desk: { section: 'Programme', name: 'Artists' } }),
  createArtist: page('/admin/artists/create', 'admin', { title: 'Create Artist' }),
  editArtist: detailPage('artist', '/admin/artists/:id', 'admin'),
  cancelShow: detailPage('show', '/admin/shows/:id/cancellation', 'admin'),
  locations: page('/admin/locations', 'admin', { title: 'Locations', desk: { section: 'Houses', name: 'Locations' } }),
  createLocation: page('/admin/locations/create', 'admin', { title: 'Create Location' }),
  editLocation: detailPage('location', '/admin/locations/:id', 'admin'),
  seatingPlans: page('/admin/seating-plans', 'admin', {
    title: 'Seating Plans',
    desk: { section: 'Houses', name: 'Seating plans' },
  }),
  uploadPlan: page('/admin/seating-plans/upload', 'admin', { title: 'Upload Seating Plan' }),
  editPlan: detailPage('seating plan', '/admin/seating-plans/:id', 'admin'),
  figures: page('/admin/figures', 'admin', { title: 'Figures', desk: { section: 'Figures', name: 'Sales' } }),
  showFigures: detailPage('show', '/admin/shows/:id/figures', 'admin'),
  boxOffice: page('/admin/box-office', 'staff', {
    title: 'Box Office',
    nav: 'Box Office',
    desk: { section: 'Orders', name: 'Box office' },
  }),
  sellTickets: detailPage('show', '/admin/shows/:id/box-office', 'staff'),
  showEntry: detailPage('show', '/admin/shows/:id/entry', 'staff'),
  doorList: detailPage('show', '/admin/shows/:id/door-list', 'staff'),
  orders: page('/admin/orders', 'staff', { title: 'Orders', desk: { section: 'Orders', name: 'Orders' } }),
  order: detailPage('order', '/admin/orders/:id', 'staff'),
  deskPayments: page('/admin/desk-payments', 'staff', {
    title: 'Payments at the Box Office',
    desk: { section: 'Orders', name: 'To be paid' },
  }),
  adminPayments: page('/admin/payments', 'admin', {
    title: 'Payments',
    desk: { section: 'Orders', name: 'Payments' },
  }),
  reconciliation: page('/admin/payments/reconciliation', 'admin', {
    title: 'Reconciliation',
    desk: { section: 'Orders', name: 'Reconciliation' },
  }),
  adminPayment: detailPage('payment', '/admin/payments/:id', 'admin'),
  bankMovements: page('/admin/bank-movements', 'admin', {
    title: 'Bank Movements',
    desk: { section: 'Orders', name: 'Bank' },
  }),
  adminInvoice: detailPage('invoice', '/admin/invoices/:id', 'staff'),
  changeLog: page('/admin/log', 'admin', { title: 'Log', desk: { section: 'Records', name: 'Log' } }),
}

type Pages = typeof pages
type PagesWith<Property> = { [Key in PageKey]: Pages[Key] extends Property ? Key : never }[PageKey]

export type PageKey = keyof Pages
export type SearchTab = PagesWith<{ tab: string }>
export type SitemapPage = PagesWith<{ isInSitemap: true }>
type DeskPage = Pages[PagesWith<{ desk: object }>]
export type PublicDetailPage = PagesWith<{ access: 'public'; idOf: string }>

/** Address of a page below the base path. */
export type AddressOf<Key extends PageKey> = ReturnType<Pages[Key]['href']>
export type Address = AddressOf<PageKey>

export const pageKeys = Object.keys(pages) as PageKey[]
export const mainPages = Object.values(pages).filter((page) => 'nav' in page)
/** The navigation of the desk. Pages keep the order of the table. */
export const deskSections = DESK_SECTIONS.map((name) => ({
  name,
  pages: Object.values(pages).filter((page) => 'desk' in page && page.desk.section === name) as DeskPage[],
}))
export const searchTabs = pageKeys.filter((key): key is SearchTab => 'tab' in pages[key])
export const sitemapPages = pageKeys.filter((key): key is SitemapPage => 'isInSitemap' in pages[key])

const ID = String.raw`[1-9]\d{0,9}`
const patterns = pageKeys.map((key) => ({
  key,
  pattern: new RegExp(`^${pages[key].path.replace(':id', `(${ID})`)}/?$`),
}))

/** Finds the page at a path below the base path, and the id in the path (0 without one). */
export function findPage(path: string): { key: PageKey; id: number } | undefined {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { key, id: Number(found[1] ?? 0) }
  }
  return undefined
}

/** Tells whether a path below the base path is the address of a page. */
export function isAddress(path: string): path is Address {
  return findPage(path) !== undefined
}

function page<Path extends `/${string}`, Level extends Access, const More extends Texts>(
  path: Path,
  access: Level,
  texts: More,
) {
  return { ...texts, path, access, href: () => path }
}

function searchTab<Path extends `/${string}`>(path: Path, texts: { readonly title: string; readonly tab: string }) {
  return page(path, 'public', { ...texts, isInSitemap: true })
}

function detailPage<Kind extends string, Path extends `/${string}:id${string}`, Level extends Access>(
  idOf: Kind,
  path: Path,
  access: Level,
) {
  return {
    idOf,
    path,
    access,
    href: ({ id }: { readonly id: Id<Kind> }) => path.replace(':id', String(id)) as WithId<Path>,
    /** Reads the id of an address; undefined when the text is no id. */
    readId: (text: string) => (new RegExp(`^${ID}$`).test(text) ? (Number(text) as Id<Kind>) : undefined),
  }
}

type WithId<Path> = Path extends `${infer Start}:id${infer End}` ? `${Start}${number}${End}` : never
