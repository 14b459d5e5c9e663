import type { Db } from '#server/db/connection.ts'
import { escapeText } from './escape.ts'
import { countPublicPages, type PublicPage, selectPublicPages } from './public-pages.sql.ts'
import type { Site } from './site.ts'

/** How many addresses one file holds; the format allows 50,000. */
export const ADDRESSES_PER_FILE = 20_000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const lists = ['', 'news', 'merchandise', 'search/event', 'search/location', 'search/event-show', 'search/artist']
const addressOf: Record<PublicPage['kind'], (id: number) => string> = {
  event: (id) => `event/${id}/event-shows`,
  location: (id) => `location/${id}/event-shows`,
  artist: (id) => `artist/${id}/events`,
  product: (id) => `merchandise/${id}`,
  news: (id) => `news/${id}`,
}

/** Every page for search engines in one file, or in a large shop the addresses of the files that hold them. */
export async function writeSitemap(db: Db, site: Site, perFile = ADDRESSES_PER_FILE): Promise<string> {
  const count = await countPublicPages(db)
  if (count <= perFile) return writeSitemapFile(db, site, { file: 1, perFile })
  const files = Array.from({ length: Math.ceil(count / perFile) }, (_, index) => `sitemap-${index + 1}.xml`)
  return xml(
    'sitemapindex',
    files.map((name) => entry('sitemap', site, { address: name })),
  )
}

/** One of these files; those after the last are empty. */
export async function writeSitemapFile(
  db: Db,
  site: Site,
  { file, perFile = ADDRESSES_PER_FILE }: { file: number; perFile?: number },
): Promise<string> {
  const rows = await selectPublicPages(db, { offset: (file - 1) * perFile, limit: perFile })
  const pages = rows.map(({ kind, id, changedAt }) => ({ address: addressOf[kind](id), changedAt }))
  const all = file === 1 ? [...lists.map((address) => ({ address })), ...pages] : pages
  return xml(
    'urlset',
    all.map((page) => entry('url', site, page)),
  )
}

function xml(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${root}>\n`
}

type Address = { address: string; changedAt?: Date | null }

function entry(tag: 'url' | 'sitemap', { PUBLIC_URL }: Site, { address, changedAt }: Address): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<${tag}><loc>${escapeText(`${PUBLIC_URL}${address}`)}</loc>${changed}</${tag}>`
}
