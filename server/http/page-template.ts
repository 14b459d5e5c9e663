import type { PageKey } from '#contract/pages.ts'
import type { RenderedPage } from './render-page.ts'

type Template = {
  /** The built index.html. */
  html: string
  /** What each page needs besides what all pages need, as the build found out. */
  pageFiles: Partial<Record<PageKey, readonly string[]>>
  basePath: string
}

const PLACES = /<title>.*<\/title>|(?=<\/head>)|<!--prerendered shell-->|<!--embedded answers-->/

/** Reads the page as it was built; answers what fills it in. The nonce goes to the places of the build, never into data. */
export function readTemplate({ html, pageFiles, basePath }: Template): (page: RenderedPage, nonce: string) => string {
  const parts = html.replaceAll('__BASE__', basePath).split(PLACES)
  if (parts.length !== 5) throw new Error('index.html has not the places that the server fills in.')
  const hints = new Map(Object.entries(pageFiles).map(([key, files]) => [key, files.map(hintFor).join('\n')]))

  return ({ key = 'home', head, prerenderedShell, embeddedAnswers }, nonce) => {
    const [start, restOfHead, beforeSight, afterSight, end] = parts.map((part) => part.replaceAll('__NONCE__', nonce))
    const hint = hints.get(key)
    return [start, head, restOfHead, hint, beforeSight, prerenderedShell, afterSight, embeddedAnswers, end].join('')
  }
}

// Code comes last: the page is seen without it.
function hintFor(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`
}
