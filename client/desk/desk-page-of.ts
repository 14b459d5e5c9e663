import { deskSections, findPage, type PageKey, pages } from '#contract/pages.ts'

/** The entries of the navigation to which pages belong that are not below them. */
const entries: Partial<Record<PageKey, PageKey>> = {
  adminInvoice: 'orders',
  createEvent: 'adminEvents',
  createNews: 'adminNews',
  createShow: 'adminShows',
  createUser: 'admin',
  doorList: 'boxOffice',
  sellTickets: 'boxOffice',
  showEntry: 'boxOffice',
  showFigures: 'figures',
}

const deskPaths = deskSections.flatMap((section) => section.pages.map(({ path }) => path))

/** Returns the path of the entry in the desk's navigation to which a page belongs. Undefined for other pages. */
export function deskPageOf(path: string): string | undefined {
  const { key } = findPage(path) ?? {}
  if (key === undefined) return undefined
  const entry = entries[key]
  if (entry) return pages[entry].path
  const isBelow = (parent: string) => parent !== pages.admin.path && pages[key].path.startsWith(`${parent}/`)
  return deskPaths.find((parent) => pages[key].path === parent) ?? deskPaths.find(isBelow)
}
