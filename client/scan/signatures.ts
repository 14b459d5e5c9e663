import type { EntrySet } from '#contract/entry.ts'
import { bytesOf } from '#client/offline/hmac.ts'
import { signedBytes } from '#domain/entry/ticket-code.ts'

/**
 * `UNKNOWN`: this browser cannot verify Ed25519, so only the set and the server tell. `NEW_KEY`: the key may have been
 * made after the set was fetched.
 */
export type SignatureCheck = 'GENUINE' | 'FORGED' | 'UNKNOWN' | 'NEW_KEY'

/** Verifies signatures by the keys of a set. Imports each key once. */
export class Signatures {
  readonly #keys: ReadonlyMap<number, Promise<CryptoKey | undefined>>

  constructor(keys: EntrySet['keys']) {
    this.#keys = new Map(keys.map(({ number, publicKey }) => [number, importKey(publicKey)]))
  }

  async check(
    keyNumber: number,
    { payload, signature }: { readonly payload: Uint8Array; readonly signature: Uint8Array },
  ): Promise<SignatureCheck> {
    const importing = this.#keys.get(keyNumber)
    if (!importing) return keyNumber > Math.max(0, ...this.#keys.keys()) ? 'NEW_KEY' : 'FORGED'
    const key = await importing
    if (!key) return 'UNKNOWN'
    const isGenuine = await crypto.subtle.verify('Ed25519', key, ownBytes(signature), ownBytes(signedBytes(payload)))
    return isGenuine ? 'GENUINE' : 'FORGED'
  }
}

async function importKey(publicKey: string): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', ownBytes(bytesOf(publicKey)), 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}

/** Copies bytes into a buffer of their own, as WebCrypto takes them. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)
