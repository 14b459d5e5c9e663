/** The characters that a QR code stores in 5.5 bits each (RFC 9285). */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = ALPHABET.length

/** Writes bytes in Base45 (RFC 9285): two bytes as three characters, a last single byte as two. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length
    let value = isPair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0)
    for (let digit = isPair ? 3 : 2; digit > 0; digit -= 1) {
      text += ALPHABET[value % BASE]
      value = Math.floor(value / BASE)
    }
  }
  return text
}

/** Reads bytes of Base45. Undefined for any other text. */
export function decodeBase45(text: string): Uint8Array | undefined {
  if (text.length % 3 === 1) return undefined
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((character) => ALPHABET.indexOf(character))
    if (digits.includes(-1)) return undefined
    const value = digits.reduceRight((sum, digit) => sum * BASE + digit, 0)
    if (value >= 256 ** (digits.length - 1)) return undefined
    if (digits.length === 3) bytes.push(value >> 8)
    bytes.push(value & 255)
  }
  return Uint8Array.from(bytes)
}
