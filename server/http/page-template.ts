import type { PageKey } from '#contract/pages.ts'
import type { RenderedPage } from './render-page.ts'

type Template = {
  /** The built index.html. */
  html: string
  /** The files that a page needs in addition to the shared ones, as noted by the build. */
  pageFiles: Partial<Record<PageKey, readonly string[]>>
  basePath: string
  /** The IANA time zone of the shop. */
  shopZone: string
}

const PLACES = /<title>.*<\/title>|(?=<\/head>)|<!--prerendered shell-->|<!--embedded answers-->/

/**
 * Compiles the built HTML into a function that fills it. The nonce is inserted into the built parts only, never into
 * data.
 */
export function readTemplate(template: Template): (page: RenderedPage, nonce: string) => string {
  const { html, pageFiles, basePath, shopZone } = template
  const parts = html.replaceAll('__BASE__', basePath).replaceAll('__SHOP_ZONE__', shopZone).split(PLACES)
  if (parts.length !== 5) throw new Error('index.html has not the places that the server fills in.')
  const links = new Map(Object.entries(pageFiles).map(([key, files]) => [key, files.map(linkTo).join('\n')]))

  return ({ key = 'home', head, prerenderedShell, embeddedAnswers }, nonce) => {
    const [start, restOfHead, beforeSight, afterSight, end] = parts.map((part) => part.replaceAll('__NONCE__', nonce))
    const link = links.get(key)
    return [start, head, restOfHead, link, beforeSight, prerenderedShell, afterSight, embeddedAnswers, end].join('')
  }
}

// Code has low priority, because the page is visible without it. Styles are applied at once: with cascade layers, a
// later style sheet makes browsers lay out the whole page again, also with fonts that came too late before.
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`
}
