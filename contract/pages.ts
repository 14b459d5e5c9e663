import type { Id } from '#domain/ids.ts'
import { SHOP_NAME } from '#domain/window-title.ts'

/** Who may see a page. */
export type Access = 'public' | 'customer' | 'admin'

type Facts = {
  /** Heading of the page and title of its window. */
  readonly title: string
  /** Name in the main navigation. */
  readonly nav?: string
  /** Name of its tab, when it is one of the searches. */
  readonly tab?: string
  /** Whether the sitemap lists it. */
  readonly isListed?: true
}

/**
 * The pages of the shop (specification, section 2.1): path below the base path, access, title. `:id` stands for a positive
 * integer. The page of one thing names the kind of its id, and takes the thing's name as its title.
 * Tabs and navigation keep the order of this table.
 */
export const pages = {
  home: page('/', 'public', { title: SHOP_NAME, nav: 'Home', isListed: true }),
  login: page('/login', 'public', { title: 'Login' }),
  register: page('/register', 'public', { title: 'Sign Up' }),
  forgotPassword: page('/forgot-password', 'public', { title: 'Forgot your Password?' }),
  passwordReset: page('/password-reset', 'public', { title: 'Set a new password' }),
  news: page('/news', 'public', { title: 'News', nav: 'News', isListed: true }),
  newsArticle: pageOf('news', '/news/:id', 'public'),
  createNews: page('/news/create', 'admin', { title: 'Create News' }),
  merchandise: page('/merchandise', 'public', { title: 'Merchandise', nav: 'Merchandise', isListed: true }),
  product: pageOf('product', '/merchandise/:id', 'public'),
  createProduct: page('/merchandise/create', 'customer', { title: 'Create Merchandise' }),
  search: page('/search', 'public', { title: 'Search', nav: 'Search' }),
  searchEvents: page('/search/event', 'public', { title: 'Search events', tab: 'Event', isListed: true }),
  searchLocations: page('/search/location', 'public', { title: 'Search locations', tab: 'Location', isListed: true }),
  searchShows: page('/search/event-show', 'public', { title: 'Search shows', tab: 'Show', isListed: true }),
  searchArtists: page('/search/artist', 'public', { title: 'Search artists', tab: 'Artist', isListed: true }),
  artist: pageOf('artist', '/artist/:id/events', 'public'),
  event: pageOf('event', '/event/:id/event-shows', 'public'),
  createEvent: page('/event/create', 'admin', { title: 'Create Event' }),
  location: pageOf('location', '/location/:id/event-shows', 'public'),
  show: pageOf('show', '/event-show/:id', 'customer'),
  createShow: page('/event-show/create', 'admin', { title: 'Create Show' }),
  checkout: page('/checkout', 'customer', { title: 'Checkout' }),
  invoice: pageOf('invoice', '/invoice/:id', 'customer'),
  ownTickets: page('/user-tickets', 'customer', { title: 'Your Tickets' }),
  ownInvoices: page('/user-invoices', 'customer', { title: 'Your Invoices' }),
  profile: page('/user-page', 'customer', { title: 'Account Details' }),
  createUser: page('/user/create', 'admin', { title: 'Create User' }),
  admin: page('/admin', 'admin', { title: 'Administration', nav: 'Admin' }),
}

type Pages = typeof pages

/** The key of a page in the table. */
export type PageKey = keyof Pages
export type PublicPage = KeysWith<{ access: 'public' }>
export type ListedPage = KeysWith<{ isListed: true }>
export type SearchTab = KeysWith<{ tab: string }>
export type PageOfOne = KeysWith<{ idOf: string }>

type KeysWith<Fact> = { [Key in PageKey]: Pages[Key] extends Fact ? Key : never }[PageKey]

/** Where a page is, below the base path. */
export type AddressOf<Key extends PageKey> = ReturnType<Pages[Key]['href']>
export type Address = AddressOf<PageKey>

export const pageKeys = Object.keys(pages) as PageKey[]
export const searchTabs = pageKeys.filter((key): key is SearchTab => 'tab' in pages[key])
export const listedPages = pageKeys.filter((key): key is ListedPage => 'isListed' in pages[key])

/** The pages of the main navigation. */
export const mainPages = Object.values(pages).filter((page) => 'nav' in page)

const ID = String.raw`[1-9]\d{0,9}`
const patterns = pageKeys.map((key) => ({
  key,
  pattern: new RegExp(`^${pages[key].path.replace(':id', `(${ID})`)}/?$`),
}))

/** Finds the page at a path below the base path, and the id in it (0 where it has none). */
export function findPage(path: string): { key: PageKey; id: number } | undefined {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { key, id: Number(found[1] ?? 0) }
  }
  return undefined
}

/** Tells whether the shop has a page at this path below the base path. */
export function isAddress(path: string): path is Address {
  return findPage(path) !== undefined
}

/** Writes the row of a page that there is once. */
function page<Path extends `/${string}`, Who extends Access, const More extends Facts>(
  path: Path,
  access: Who,
  facts: More,
) {
  return { ...facts, path, access, href: () => path }
}

/** Writes the row of a page that there is for each thing of a kind. */
function pageOf<Kind extends string, Path extends `/${string}:id${string}`, Who extends Access>(
  idOf: Kind,
  path: Path,
  access: Who,
) {
  return {
    idOf,
    path,
    access,
    href: ({ id }: { readonly id: Id<Kind> }) => path.replace(':id', String(id)) as WithId<Path>,
    /** Answers the id that a text in the address names; undefined when it names none. */
    readId: (text: string) => (new RegExp(`^${ID}$`).test(text) ? (Number(text) as Id<Kind>) : undefined),
  }
}

type WithId<Path> = Path extends `${infer Start}:id${infer End}` ? `${Start}${number}${End}` : never
