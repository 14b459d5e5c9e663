import { createHmac, generateKeyPairSync, sign as signAsymmetric } from 'node:crypto'
import { TOKEN_SECRET } from './shop.ts'

type Part = Record<string, unknown>
export type Token = { header: Part; payload: Part; text: string; parts: readonly [string, string, string] }

/** Splits a token into its parts. */
export function parsed(text: string): Token {
  const [header = '', payload = '', signature = ''] = text.split('.')
  return { header: decoded(header), payload: decoded(payload), text, parts: [header, payload, signature] }
}

const decoded = (part: string): Part => JSON.parse(Buffer.from(part, 'base64url').toString())
const encoded = (value: Part | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const hmac = (input: string, { key = TOKEN_SECRET, hash = 'sha256' } = {}) =>
  createHmac(hash, key).update(input).digest('base64url')

/** Builds a token of these parts with any signature. */
function made(header: Part, payload: Part, sign: (input: string) => string = hmac): string {
  const input = `${encoded(header)}.${encoded(payload)}`
  return `${input}.${sign(input)}`
}

const joined = (...parts: string[]) => parts.join('.')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKeyText = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const byRsa = (input: string) => signAsymmetric('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')
const byPublicKeyText = (input: string) => hmac(input, { key: publicKeyText })
const byMine = (input: string) => hmac(input, { key: 'mine' })
const byStranger = (input: string) => hmac(input, { key: 'the secret of somebody else, 32 characters' })

function flipped(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url')
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return bytes.toString('base64url')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Re-encodes the same signature bytes: the last base64 character has two unused bits. */
function respelled(signature: string, by: number): string {
  const last = ALPHABET.indexOf(signature.slice(-1))
  return signature.slice(0, -1) + ALPHABET.charAt(last ^ by)
}

type Corpus = Record<string, string>

/** Forges tokens from an own and a foreign token, without the key. */
export function forgeriesOf(good: Token, admin: Token): Corpus {
  const [header, payload, signature] = good.parts
  const oldSignature = () => signature
  const adminSignature = () => admin.parts[2]
  return {
    'first bit of the header': joined(flipped(header, 0), payload, signature),
    'middle of the header': joined(flipped(header, 12), payload, signature),
    'first bit of the payload': joined(header, flipped(payload, 0), signature),
    'user number by one bit': joined(header, flipped(payload, 8), signature),
    'end of the payload': joined(header, flipped(payload, -2), signature),
    'first bit of the signature': joined(header, payload, flipped(signature, 0)),
    'middle of the signature': joined(header, payload, flipped(signature, 16)),
    'last bit of the signature': joined(header, payload, flipped(signature, -1)),
    'alg none': made({ alg: 'none', typ: 'JWT' }, admin.payload, () => ''),
    'alg None': made({ alg: 'None', typ: 'JWT' }, admin.payload, () => ''),
    'alg NONE': made({ alg: 'NONE', typ: 'JWT' }, admin.payload, () => ''),
    'alg nOnE with the old signature': made({ alg: 'nOnE', typ: 'JWT' }, admin.payload, adminSignature),
    'alg none with the old signature': made({ alg: 'none', typ: 'JWT' }, admin.payload, adminSignature),
    'alg none without the last dot': `${encoded({ alg: 'none', typ: 'JWT' })}.${admin.parts[1]}`,
    'alg empty': made({ alg: '', typ: 'JWT' }, admin.payload, adminSignature),
    'alg missing': made({ typ: 'JWT' }, admin.payload, adminSignature),
    'alg null': made({ alg: null, typ: 'JWT' }, admin.payload, adminSignature),
    'alg a list': made({ alg: ['HS256'], typ: 'JWT' }, admin.payload, adminSignature),
    'alg hs256': made({ alg: 'hs256', typ: 'JWT' }, admin.payload, adminSignature),
    'RS256 by a key of one’s own': made({ alg: 'RS256', typ: 'JWT' }, admin.payload, byRsa),
    'HS256 with the text of a public key': made({ alg: 'HS256', typ: 'JWT' }, admin.payload, byPublicKeyText),
    'another secret': made(admin.header, admin.payload, byStranger),
    'the empty secret': made(admin.header, admin.payload, (input) => hmac(input, { key: '' })),
    'kid of a file': made({ ...admin.header, kid: '../../dev/null' }, admin.payload, (i) => hmac(i, { key: '' })),
    'kid of a statement': made({ ...admin.header, kid: "x' union select 'a" }, admin.payload, byStranger),
    'jku of one’s own': made({ ...admin.header, jku: 'https://evil.example/keys' }, admin.payload, byStranger),
    'x5u of one’s own': made({ ...admin.header, x5u: 'https://evil.example/key' }, admin.payload, byStranger),
    'jwk in the header': made({ alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) }, admin.payload, byRsa),
    'a secret in the header': made({ ...admin.header, jwk: { kty: 'oct', k: encoded('mine') } }, admin.payload, byMine),
    'payload of another, own signature': joined(header, admin.parts[1], signature),
    'own payload, signature of another': joined(header, payload, admin.parts[2]),
    'other sub with the own session': made(good.header, { ...good.payload, sub: admin.payload['sub'] }, oldSignature),
    'own sub with the other session': made(good.header, { ...good.payload, sid: admin.payload['sid'] }, oldSignature),
    'a role more': made(good.header, { ...good.payload, rol: ['ROLE_ADMIN'] }, oldSignature),
    'exp far away': made(good.header, { ...good.payload, exp: 1e15 }, oldSignature),
    'header written with spaces': joined(encoded('{ "alg":"HS256", "typ":"JWT"}'), payload, signature),
    'no signature': `${header}.${payload}.`,
    'no signature and no dot': `${header}.${payload}`,
    'signature cut by a letter': good.text.slice(0, -1),
    'signature cut in half': good.text.slice(0, -22),
    'signature longer by zeros': `${good.text}AAAA`,
    'signature twice': `${good.text}${signature}`,
    'token twice': `${good.text}.${good.text}`,
    'token twice with a comma': `${good.text},${good.text}`,
    'an empty part before': `.${good.text}`,
    'an empty part after': `${good.text}.`,
    'dots alone': '..',
    'payload empty': `${header}..${signature}`,
    'header empty': `.${payload}.${signature}`,
    'a space within': good.parts.join('. '),
    'a tab at the end': `${good.text}\tx`,
    'dots of another script': good.parts.join('\u00b7'),
    'padded with =': `${good.text}=`,
    'padded header': joined(`${header}==`, payload, signature),
    'another spelling of the signature, 1': joined(header, payload, respelled(signature, 1)),
    'another spelling of the signature, 2': joined(header, payload, respelled(signature, 2)),
    'another spelling of the signature, 3': joined(header, payload, respelled(signature, 3)),
    'the alphabet of plain base64': Buffer.from(good.text).toString('base64'),
    'percent-encoded': good.text.replaceAll('.', '%2E'),
    quoted: `"${good.text}"`,
    'in capitals': good.text.toUpperCase(),
  }
}

/** Signs tokens with the right key that the shop would never issue. */
export function strangeTokensOf(good: Token): Corpus {
  const eightDaysAgo = Math.floor(Date.now() / 1_000) - 8 * 86_400
  const without = (claim: string) => Object.fromEntries(Object.entries(good.payload).filter(([name]) => name !== claim))
  return {
    HS384: made({ alg: 'HS384', typ: 'JWT' }, good.payload, (input) => hmac(input, { hash: 'sha384' })),
    HS512: made({ alg: 'HS512', typ: 'JWT' }, good.payload, (input) => hmac(input, { hash: 'sha512' })),
    'RS256 by name, HMAC by deed': made({ alg: 'RS256', typ: 'JWT' }, good.payload),
    'a critical extension': made({ ...good.header, crit: ['b64'], b64: false }, good.payload),
    'exp a text': made(good.header, { ...good.payload, exp: '9999999999' }),
    'exp negative': made(good.header, { ...good.payload, exp: -1 }),
    'exp null': made(good.header, { ...good.payload, exp: null }),
    'exp a list': made(good.header, { ...good.payload, exp: [9_999_999_999] }),
    'exp over': made(good.header, { ...good.payload, exp: 1_700_000_000 }),
    'exp missing': made(good.header, without('exp')),
    'exp far away and eight days old': made(good.header, { ...good.payload, exp: 1e15, iat: eightDaysAgo }),
    'iat missing': made(good.header, without('iat')),
    'nbf to come': made(good.header, { ...good.payload, nbf: 9_999_999_999 }),
    'nbf a text': made(good.header, { ...good.payload, nbf: 'tomorrow' }),
    'sid missing': made(good.header, without('sid')),
    'sid a list': made(good.header, { ...good.payload, sid: [good.payload['sid']] }),
    'sid of nobody': made(good.header, { ...good.payload, sid: crypto.randomUUID() }),
    'sid no session': made(good.header, { ...good.payload, sid: "' or true --" }),
    'sub missing': made(good.header, without('sub')),
    'payload a list': made(good.header, [good.payload] as unknown as Part),
    'payload null': made(good.header, null as unknown as Part),
  }
}
