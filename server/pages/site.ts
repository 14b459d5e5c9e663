import { API_PREFIX } from '#contract/endpoint.ts'
import type { Settings } from '#server/settings/env.ts'

/** The settings that all pages share. */
export type Site = Pick<Settings, 'PUBLIC_URL' | 'seller'>

/** Returns the address of the full-size picture for search engines and social networks, which ignore `srcset`. */
export function pictureUrl({ PUBLIC_URL }: Site, name: string): string {
  return `${PUBLIC_URL}${API_PREFIX}/images/${name}`
}
