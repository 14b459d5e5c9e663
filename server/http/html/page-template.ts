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

const PLACES = /<title>.*<\/title>|<!--page code-->|<!--prerendered shell-->|<!--embedded answers-->/

/**
 * Compiles the built HTML into a function that fills it. The nonce is inserted into the built parts only, never into
 * data.
 */
export function readTemplate(template: Template): (page: RenderedPage, nonce: string) => string {
  const { html, pageFiles, basePath, shopZone } = template
  const parts = html.replaceAll('__BASE__', basePath).replaceAll('__SHOP_ZONE__', shopZone).split(PLACES)
  if (parts.length !== 5) throw new Error('index.html has not the places that the server fills in.')
  const code = new Map<string, string>()
  const styles = new Map<string, string>()
  for (const [key, files] of Object.entries(pageFiles)) {
    const isStyle = (file: string) => file.endsWith('.css')
    code.set(
      key,
      files
        .filter((file) => !isStyle(file))
        .map(linkToCode)
        .join('\n'),
    )
    styles.set(key, files.filter(isStyle).map(linkToStyles).join('\n'))
  }

  return ({ key = 'home', head, prerenderedShell, embeddedAnswers }, nonce) => {
    const [start, restOfHead, beforeSight, afterSight, end] = parts.map((part) => part.replaceAll('__NONCE__', nonce))
    const filled = [start, head, restOfHead, code.get(key), beforeSight, prerenderedShell, afterSight]
    return [...filled, styles.get(key), embeddedAnswers, end].join('')
  }
}

// Code has low priority, because the page is visible without it. The built HTML requests it after the first frame.
const linkToCode = (file: string) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`

// After the prerendered shell, which is painted without them, and before code runs: with cascade layers, style sheets
// that come later make browsers lay out the whole page again, also with fonts that came too late before.
const linkToStyles = (file: string) => `<link rel="stylesheet" crossorigin href="${file}">`
