import { createPrivateKey, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { seal, unseal } from '#server/gateways/seal.ts'
import { insertTicketKey, selectNewestKey } from './ticket-keys.sql.ts'

const PURPOSE = 'ticket keys'
/** The number of a key has one byte in a code. */
const MAX_KEYS = 255

type Signer = { number: number; sign: (bytes: Uint8Array) => Uint8Array }
type SealedKey = { number: number; sealedPrivateKey: Buffer }
type Keys = Pick<AppContext, 'tokens'> & { db: Db | Tx }

/**
 * Returns the key that signs codes of tickets. It is read each time, so that all servers sign with a new key at once.
 * Makes the first one, and a new one when the newest was sealed with another secret.
 */
export async function signerOf({ db, tokens }: Keys): Promise<Signer> {
  const newest = await selectNewestKey(db)
  return (newest && openSigner(tokens, newest)) ?? makeSigner({ db, tokens }, newest?.number ?? 0)
}

/** Makes a key that signs from now on, unless another server has made one meanwhile. Throws an Error after 255 keys. */
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

/** Opens a stored key. Undefined if it was sealed with another secret. */
export function openSigner(tokens: Keys['tokens'], { number, sealedPrivateKey }: SealedKey): Signer | undefined {
  const text = unseal(tokens.deriveKey(PURPOSE), String(number), sealedPrivateKey)
  return text === undefined ? undefined : signerWith(number, createPrivateKey(text))
}

function signerWith(number: number, key: KeyObject): Signer {
  return { number, sign: (bytes) => signWith(null, bytes, key) }
}
