import { createPrivateKey, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto'
import type { AppContext } from '#server/context.ts'
import { seal, unseal } from '#server/gateways/seal.ts'
import { insertTicketKey, selectNewestKey } from './ticket-keys.sql.ts'

const PURPOSE = 'ticket keys'

type Signer = { number: number; sign: (bytes: Uint8Array) => Uint8Array }
type SealedKey = { number: number; sealedPrivateKey: Buffer }
type Keys = Pick<AppContext, 'db' | 'tokens'>

/**
 * Returns the key that signs codes of tickets. Makes the first one, and a new one when the newest was sealed with
 * another secret.
 */
export async function signerOf({ db, tokens }: Keys): Promise<Signer> {
  const newest = await selectNewestKey(db)
  const signer = newest && openSigner(tokens, newest)
  if (signer) return signer
  const number = (newest?.number ?? 0) + 1
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const isFirst = await insertTicketKey(db, {
    number,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    sealedPrivateKey: seal(tokens.deriveKey(PURPOSE), String(number), text),
  })
  return isFirst ? signerWith(number, privateKey) : signerOf({ db, tokens })
}

function openSigner(tokens: Keys['tokens'], { number, sealedPrivateKey }: SealedKey): Signer | undefined {
  const text = unseal(tokens.deriveKey(PURPOSE), String(number), sealedPrivateKey)
  return text === undefined ? undefined : signerWith(number, createPrivateKey(text))
}

function signerWith(number: number, key: KeyObject): Signer {
  return { number, sign: (bytes) => signWith(null, bytes, key) }
}
