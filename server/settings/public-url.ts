import type { Settings } from './env.ts'

/** Returns the absolute URL of an address below the base path. */
export function publicUrl({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, address: `/${string}`): string {
  return `${PUBLIC_URL}${address.slice(1)}`
}
