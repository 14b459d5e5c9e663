import { API_PREFIX } from '#contract/endpoint.ts'
import type { Settings } from '#server/env.ts'

/** What is the same on all pages. */
export type Site = Pick<Settings, 'PUBLIC_URL' | 'seller'>

/** Where the picture itself is: search engines and social networks do not choose among widths. */
export function pictureUrl({ PUBLIC_URL }: Site, name: string): string {
  return `${PUBLIC_URL}${API_PREFIX}/images/${name}`
}
