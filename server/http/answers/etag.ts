import { createHash } from 'node:crypto'

/** Returns the weak ETag of bytes, which their compressed forms share. */
export function etagOf(content: Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Tells whether If-None-Match names an ETag, by weak comparison, in a list or by `*`. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
}
