import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloadOf, readTicketCode, signedBytes, ticketCodeText, type TicketCode } from './ticket-code.ts'

type Vectors = {
  seed: string
  publicKey: string
  codes: (TicketCode & { payload: string; signature: string; text: string })[]
  refused: string[]
}
const file = new URL('../../docs/ticket-code-vectors.json', import.meta.url)
const { seed, publicKey, codes, refused } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
// PKCS #8 of an Ed25519 key is this prefix and the seed.
const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex')
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

test.each(codes)('writes and reads the published code of ticket $ticketId', ({ payload, signature, text, ...code }) => {
  expect(hex(payloadOf(code))).toBe(payload)
  expect(hex(sign(null, signedBytes(payloadOf(code)), privateKey))).toBe(signature)
  expect(ticketCodeText(Buffer.from(payload, 'hex'), Buffer.from(signature, 'hex'))).toBe(text)
  expect(text).toHaveLength(122)
  const read = readTicketCode(text)
  expect(read?.code).toEqual(code)
  expect([hex(read?.payload ?? der), hex(read?.signature ?? der)]).toEqual([payload, signature])
})

test('publishes the public key of its seed', () => {
  expect(createPublicKey(privateKey).export({ format: 'jwk' }).x).toBe(publicKey)
})

test.each(refused)('refuses the published text %o', (text) => {
  const read = readTicketCode(text)
  expect(read && verify(null, signedBytes(read.payload), createPublicKey(privateKey), read.signature)).not.toBe(true)
})

test('reads any text without an error', () => {
  fc.assert(fc.property(fc.string({ maxLength: 4_000 }), (text) => void readTicketCode(text)))
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void readTicketCode(`F1${text}`)))
})
