import { API_PREFIX } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import type { Settings } from '#server/settings/env.ts'

const closedPages = Object.values(pages).filter(({ access }) => access !== 'public')

/** Writes `robots.txt`: allows public pages and pictures, disallows API calls and pages behind the login. */
export function writeRobots({ BASE_PATH, PUBLIC_URL }: Pick<Settings, 'BASE_PATH' | 'PUBLIC_URL'>): string {
  const closed = closedPages.map(({ path }) => path.slice(1).replace(/:id.*/, ''))
  return [
    'User-agent: *',
    `Allow: ${BASE_PATH}${API_PREFIX}/images/`,
    ...['api/', ...closed].map((path) => `Disallow: ${BASE_PATH}${path}`),
    '',
    `Sitemap: ${PUBLIC_URL}sitemap.xml`,
    '',
  ].join('\n')
}
