import type { Settings } from './env.ts'

/** Answers where people and search engines find an address of the shop. */
export function publicUrl({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, address: `/${string}`): string {
  return `${PUBLIC_URL}${address.slice(1)}`
}
