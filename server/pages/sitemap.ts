import { type Address, sitemapPages, pages } from '#contract/pages.ts'
import type { Db } from '#server/db/connection.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { escapeText } from './escape.ts'
import { countPublicPages, selectPublicPages, type PageRow } from './public-pages.sql.ts'
import type { Site } from './site.ts'

/** The number of addresses per file. The format allows 50,000. */
export const ADDRESSES_PER_FILE = 20_000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const lists = sitemapPages.map((key) => ({ address: pages[key].href() }))

/** Writes the sitemap: all indexed pages in one file, or in a large shop an index of files. */
export async function writeSitemap(db: Db, site: Site, perFile = ADDRESSES_PER_FILE): Promise<string> {
  const count = await countSitemapFiles(db, perFile)
  if (count === 1) return writeSitemapFile(db, site, { file: 1, perFile })
  const files = Array.from({ length: count }, (_, index) => `sitemap-${index + 1}.xml`)
  return xml(
    'sitemapindex',
    files.map((name) => entry('sitemap', site, { address: `/${name}` })),
  )
}

/** Counts the files that hold all indexed pages, at least one. */
export async function countSitemapFiles(db: Db, perFile = ADDRESSES_PER_FILE): Promise<number> {
  return Math.max(1, Math.ceil((await countPublicPages(db)) / perFile))
}

/** Writes one of these files. Numbers after the last give an empty file. */
export async function writeSitemapFile(
  db: Db,
  site: Site,
  { file, perFile = ADDRESSES_PER_FILE }: { file: number; perFile?: number },
): Promise<string> {
  const rows = await selectPublicPages(db, { offset: (file - 1) * perFile, limit: perFile })
  const details = rows.map((row) => ({ address: addressOf(row), changedAt: row.changedAt }))
  const all = file === 1 ? [...lists, ...details] : details
  return xml(
    'urlset',
    all.map((page) => entry('url', site, page)),
  )
}

function xml(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${root}>\n`
}

function addressOf({ page, id }: PageRow): Address {
  return pages[page].path.replace(':id', String(id)) as Address
}

type Entry = { address: `/${string}`; changedAt?: Date | null }

function entry(tag: 'url' | 'sitemap', site: Site, { address, changedAt }: Entry): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<${tag}><loc>${escapeText(publicUrl(site, address))}</loc>${changed}</${tag}>`
}
