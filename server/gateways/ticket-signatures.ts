import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { readTicketCode, signedBytes, type TicketCode } from '#domain/entry/ticket-code.ts'

/** The issue of codes that a revoked key signed: older than any that a ticket can have. */
const NO_ISSUE = 0

/**
 * Returns the function that reads a code signed by one of the keys. A code of a revoked key is read as replaced,
 * because it may be of a customer who has not seen the new one. The digits of a live code are not checked. The function
 * returns undefined for any other text.
 */
export function codeReader(
  keys: readonly { number: number; publicKey: Buffer; isRevoked: boolean }[],
): (text: string) => (TicketCode & { digits: string | null }) | undefined {
  const keyOf = new Map(keys.map((key) => [key.number, { ...key, verifies: verifier(key.publicKey) }]))
  return (text) => {
    const read = readTicketCode(text)
    const known = read && keyOf.get(read.code.keyNumber)
    if (!known) return undefined
    if (!known.verifies(signedBytes(read.payload), read.signature)) return undefined
    const { code, digits } = read
    return { ...code, digits, ...(known.isRevoked && { issue: NO_ISSUE }) }
  }
}

/** Returns the function that tells whether a key has signed bytes. Makes the key of OpenSSL once, and not if unused. */
function verifier(publicKey: Buffer): (signed: Uint8Array, signature: Uint8Array) => boolean {
  let key: KeyObject | undefined
  return (signed, signature) => {
    const x = publicKey.toString('base64url')
    key ??= createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, signed, key, signature)
  }
}
