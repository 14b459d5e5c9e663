import { createPrivateKey, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { payloadOf, signedBytes, type TicketCode, ticketCodeText } from '#domain/entry/ticket-code.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { seal, unseal } from '#server/gateways/seal.ts'
import { insertTicketKey, type SealedKey, selectNewestNumber, selectUsableKeys } from './ticket-keys.sql.ts'

const PURPOSE = 'ticket keys'
/** The number of a key has one byte in a code. */
const MAX_KEYS = 255
/** The keys that are kept open. */
const MAX_OPENED = 4
/** The codes of each that are remembered. Signing takes a tenth of a millisecond, in which no request is answered. */
const MAX_CODES = 20_000

/** A key that signs. `codeOf` returns the code of a ticket, which is always the same. */
type Signer = { number: number; codeOf: (ticket: Omit<TicketCode, 'keyNumber'>) => string }
type Keys = Pick<AppContext, 'tokens'> & { db: Db | Tx }

/**
 * Returns the key that signs codes of tickets: the newest that is not revoked and was sealed with the secret of this
 * server. It is read each time, so that all servers sign with a new key at once. Makes one if there is none. While a
 * secret is changed at one server after the other, those with each secret sign with a key of their own.
 */
export async function signerOf(keys: Keys): Promise<Signer> {
  const found = await findSigner(keys)
  if (found) return found
  // A key that others have made before this number is read is found now. One that they make later has the same number.
  const newest = await selectNewestNumber(keys.db)
  return (await findSigner(keys)) ?? makeSigner(keys, newest)
}

/** Finds the key that signs. Undefined if none was sealed with this secret, or all of those are revoked. */
export async function findSigner({ db, tokens }: Keys): Promise<Signer | undefined> {
  for (const key of await selectUsableKeys(db)) {
    const signer = openSigner(tokens, key)
    if (signer) return signer
  }
  return undefined
}

/** Tells whether the newest key that is not revoked was sealed with another secret than this one. */
export async function hasOtherSecret({ db, tokens }: Keys): Promise<boolean> {
  const [newest] = await selectUsableKeys(db)
  return newest !== undefined && !openSigner(tokens, newest)
}

/**
 * Makes a key that signs from now on, unless another server has made one after the newest that is known. Throws an
 * Error after 255 keys.
 */
export async function makeSigner({ db, tokens }: Keys, newest: number): Promise<Signer> {
  const number = newest + 1
  if (number > MAX_KEYS)
    throw new Error(`A shop can have ${MAX_KEYS} keys for its ticket codes, and this one has had all.`)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const isMade = await insertTicketKey(db, {
    number,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    sealedPrivateKey: seal(tokens.deriveKey(PURPOSE), String(number), text),
  })
  return isMade ? signerWith(number, privateKey) : signerOf({ db, tokens })
}

/** The latest keys that were opened with each secret, by their sealed form. */
const opened = new WeakMap<Keys['tokens'], LRUCache<string, Signer>>()

/** Opens a stored key. Undefined if it was sealed with another secret. */
export function openSigner(tokens: Keys['tokens'], { number, sealedPrivateKey }: SealedKey): Signer | undefined {
  const signers = opened.get(tokens) ?? new LRUCache({ max: MAX_OPENED })
  opened.set(tokens, signers)
  const name = `${number} ${sealedPrivateKey.toString('base64')}`
  const known = signers.get(name)
  if (known) return known
  const text = unseal(tokens.deriveKey(PURPOSE), String(number), sealedPrivateKey)
  if (text === undefined) return undefined
  const signer = signerWith(number, createPrivateKey(text))
  signers.set(name, signer)
  return signer
}

function signerWith(number: number, key: KeyObject): Signer {
  return { number, codeOf: rememberCodes((ticket) => sign({ ...ticket, keyNumber: number }, key)) }
}

/** Remembers the codes of the latest tickets that a function signs. */
export function rememberCodes(signed: Signer['codeOf'], max = MAX_CODES): Signer['codeOf'] {
  const codes = new LRUCache<string, string>({ max })
  return (ticket) => {
    const { showId, ticketId, issue, placeId } = ticket
    const name = `${showId} ${ticketId} ${issue} ${placeId}`
    const code = codes.get(name) ?? signed(ticket)
    codes.set(name, code)
    return code
  }
}

function sign(ticket: TicketCode, key: KeyObject): string {
  const payload = payloadOf(ticket)
  return ticketCodeText(payload, signWith(null, signedBytes(payload), key))
}
