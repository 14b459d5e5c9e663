import { createPublicKey, verify } from 'node:crypto'
import { readTicketCode, signedBytes, type TicketCode } from '#domain/ticket-code.ts'

/** Returns the function that reads a code signed by one of the keys. It returns undefined for any other text. */
export function codeReader(
  keys: readonly { number: number; publicKey: Buffer }[],
): (text: string) => TicketCode | undefined {
  const bytesOf = new Map(keys.map(({ number, publicKey }) => [number, publicKey]))
  return (text) => {
    const read = readTicketCode(text)
    const x = read && bytesOf.get(read.code.keyNumber)
    if (!x) return undefined
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
    return verify(null, signedBytes(read.payload), key, read.signature) ? read.code : undefined
  }
}
