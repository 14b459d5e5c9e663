import { createPublicKey, verify } from 'node:crypto'
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
  const keyOf = new Map(keys.map((key) => [key.number, key]))
  return (text) => {
    const read = readTicketCode(text)
    const known = read && keyOf.get(read.code.keyNumber)
    if (!known) return undefined
    const x = known.publicKey.toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    if (!verify(null, signedBytes(read.payload), key, read.signature)) return undefined
    const { code, digits } = read
    return { ...code, digits, ...(known.isRevoked && { issue: NO_ISSUE }) }
  }
}
