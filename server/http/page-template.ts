import { type Access, type PageKey, pages } from '#contract/pages.ts'
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
  const hints = new Map(
    Object.entries(pageFiles).map(([key, files]) => {
      const { access } = pages[key as PageKey]
      return [key, files.map((file) => hintFor(file, access)).join('\n')]
    }),
  )

  return ({ key = 'home', head, prerenderedShell, embeddedAnswers }, nonce) => {
    const [start, restOfHead, beforeSight, afterSight, end] = parts.map((part) => part.replaceAll('__NONCE__', nonce))
    const hint = hints.get(key)
    return [start, head, restOfHead, hint, beforeSight, prerenderedShell, afterSight, embeddedAnswers, end].join('')
  }
}

// Code has low priority, because the page is visible without it. Styles behind a login are prefetched: browsers warn of
// a preload that is not used, and visitors see the login instead.
function hintFor(file: string, access: Access): string {
  return file.endsWith('.css')
    ? `<link rel="${access === 'public' ? 'preload' : 'prefetch'}" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`
}
