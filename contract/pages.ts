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

/** One of them, as it stands in the list. */
export type PagePath = (typeof pages)[number]

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.replaceAll(':id', String.raw`([1-9]\d{0,9})`)}/?$`),
}))

/** The page at this path below the base path, and the id in it (0 where it has none). */
export function findPage(path: string): { page: PagePath; id: number } | undefined {
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { page, id: Number(found[1] ?? 0) }
  }
  return undefined
}

/** Whether the shop has a page at this path below the base path. */
export function isPage(path: string): boolean {
  return findPage(path) !== undefined
}
