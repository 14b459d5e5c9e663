import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase45, encodeBase45 } from './base45.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['AB', 'BB8'],
  ['Hello!!', '%69 VD92EX0'],
  ['base-45', 'UJCLQE7W581'],
  ['', ''],
])('writes %o as in RFC 9285', (text, code) => {
  expect(encodeBase45(bytesOf(text))).toBe(code)
  expect(decodeBase45(code)).toEqual(bytesOf(text))
})

test('reads all that it writes', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void expect(decodeBase45(encodeBase45(bytes))).toEqual(bytes)))
})

test.each(['A', 'ABCD', 'ab', 'GGW', ':::', '::', 'Ä00'])('reads nothing of %o', (text) => {
  expect(decodeBase45(text)).toBeUndefined()
})
