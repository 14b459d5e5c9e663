/** The addresses of the shop's pages, below the base path (specification, section 2.1); `:id` stands for a number. */
export const pages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/password-reset',
  '/news',
  '/news/create',
  '/news/:id',
  '/merchandise',
  '/merchandise/create',
  '/merchandise/:id',
  '/search',
  '/search/artist',
  '/search/event',
  '/search/event-show',
  '/search/location',
  '/artist/:id/events',
  '/event/create',
  '/event/:id/event-shows',
  '/location/:id/event-shows',
  '/event-show/create',
  '/event-show/:id',
  '/checkout',
  '/invoice/:id',
  '/user-tickets',
  '/user-invoices',
  '/user-page',
  '/user/create',
  '/admin',
] as const

const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(':id', String.raw`[1-9]\d{0,9}`)}/?$`))

/** Whether the shop has a page at this path below the base path. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
