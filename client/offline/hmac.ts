import type { Hmac } from '#domain/entry/live-code.ts'

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** Computes HMAC-SHA-256 by the browser. */
export const hmac: Hmac = async (key, message) => {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), ALGORITHM, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM, imported, Uint8Array.from(message)))
}

/** Reads bytes written in Base64url. */
export function bytesOf(base64url: string): Uint8Array {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
