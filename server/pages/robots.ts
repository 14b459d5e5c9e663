import { API_PREFIX } from '#contract/endpoint.ts'
import type { Settings } from '#server/env.ts'
import { ownPages } from './page-table.ts'

/** Where search engines may go: to all that is public and its pictures, not to the calls and what is somebody's own. */
export function writeRobots({ BASE_PATH, PUBLIC_URL }: Pick<Settings, 'BASE_PATH' | 'PUBLIC_URL'>): string {
  const closed = ownPages.map((page) => page.slice(1).replace(/:id$/, ''))
  return [
    'User-agent: *',
    `Allow: ${BASE_PATH}${API_PREFIX}/images/`,
    ...['api/', ...closed].map((path) => `Disallow: ${BASE_PATH}${path}`),
    '',
    `Sitemap: ${PUBLIC_URL}sitemap.xml`,
    '',
  ].join('\n')
}
