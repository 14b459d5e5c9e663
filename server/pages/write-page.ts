import { imageSrcSet } from '#contract/images.ts'
import { SHOP_NAME, windowTitle } from '#domain/window-title.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { escapeJson, escapeText } from './escape.ts'
import type { PageDescription } from './page.ts'
import { pictureUrl, type Site } from './site.ts'

/** Writes the head of a page: title, description, canonical address, Open Graph and structured data. */
export function writeHead(page: PageDescription, site: Site): string {
  const { title, description, address, kind = 'website', picture, list, structuredData = [] } = page
  const name = windowTitle(title)
  const lines = [`<title>${escapeText(name)}</title>`]
  if (description !== undefined) lines.push(meta('name', 'description', description))
  if (address === undefined) return [...lines, meta('name', 'robots', 'noindex')].join('\n')
  const url = publicUrl(site, address)
  lines.push(
    `<link rel="canonical" href="${escapeText(url)}">`,
    meta('property', 'og:site_name', SHOP_NAME),
    meta('property', 'og:type', kind === 'event' || kind === 'home' ? 'website' : kind),
    meta('property', 'og:title', title),
    meta('property', 'og:url', url),
  )
  if (description !== undefined) lines.push(meta('property', 'og:description', description))
  if (picture) lines.push(meta('property', 'og:image', pictureUrl(site, picture.name)))
  lines.push(meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'))
  const first = picture ?? list?.rows[0]?.picture
  if (first) {
    const set = escapeText(imageSrcSet(first.name))
    lines.push(`<link rel="preload" as="image" imagesrcset="${set}" imagesizes="${first.sizes}" fetchpriority="high">`)
  }
  if (structuredData.length > 0) {
    const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': structuredData })
    lines.push(`<script type="application/ld+json">${escapeJson(graph)}</script>`)
  }
  return lines.join('\n')
}

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeText(content)}">`
}

/** Writes the answers of a page's calls, by the address of the call, as embedded JSON. */
export function writeEmbeddedAnswers(answers: ReadonlyMap<string, string>): string {
  const entries = Array.from(answers, ([address, json]) => `${JSON.stringify(address)}:${json}`)
  return entries.length === 0
    ? ''
    : `<script type="application/json" id="embedded-answers">${escapeJson(`{${entries.join(',')}}`)}</script>`
}
