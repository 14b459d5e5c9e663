import type { AppContext } from '#server/context.ts'
import { type LoggedRecord, logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueRenewal } from './renew-tickets.ts'
import { countTicketsOfKey } from './renewed-tickets.sql.ts'
import { lockTicketKey, selectKeysSince, selectNewestNumber, updateRevoked } from './ticket-keys.sql.ts'
import { findSigner, hasOtherSecret, makeSigner, openSigner } from './ticket-keys.ts'

type Shop = Pick<AppContext, 'tokens'> & { db: Db }
type Keys = Pick<AppContext, 'tokens'> & { db: Tx }

/**
 * Makes a key that signs from now on, and returns its number. Codes of older keys stay valid. Throws an Error if
 * all were sealed with another secret.
 */
export function rotateTicketKey({ db, tokens }: Shop): Promise<number> {
  return inTransaction(db, async (tx) => {
    const keys = { db: tx, tokens }
    if ((await hasOtherSecret(keys)) && !(await findSigner(keys))) {
      throw new Error('The keys were made with another secret. Set JWT_SECRET as for the shop.')
    }
    return makeKey(keys)
  })
}

/**
 * The number of the key that signs after a revocation, undefined if no key was sealed with the given secret, and what
 * the revocation concerns.
 */
export type Revocation = { signs: number | undefined; tickets: number; holders: number; unreachable: number }

/**
 * Revokes a key: from the commit on, no server accepts a code that it signed. A job gives its tickets new codes and
 * mails their holders. A new key signs if this one did. Returns undefined if the key was revoked before. Throws an
 * Error for an unknown key.
 */
export function revokeTicketKey({ db, tokens }: Shop, number: number): Promise<Revocation | undefined> {
  return inTransaction(db, async (tx) => {
    const key = await lockTicketKey(tx, number)
    if (!key) throw new Error(`There is no key ${number}.`)
    if (key.revokedAt) return undefined
    const keys = { db: tx, tokens }
    const signer = await findSigner(keys)
    const signs = signer?.number === number ? await makeKey(keys) : signer?.number
    const revoked = { key: number, soldUntil: await findReplacement(keys, number) }
    await updateRevoked(tx, number)
    await logChange(tx, { by: null, action: 'REVOKED', record: recordOf(number) })
    await enqueueRenewal(tx, revoked)
    return { signs, ...(await countTicketsOfKey(tx, revoked)) }
  })
}

async function makeKey(keys: Keys): Promise<number> {
  const { number } = await makeSigner(keys, await selectNewestNumber(keys.db))
  await logChange(keys.db, { by: null, action: 'CREATED', record: recordOf(number) })
  return number
}

/**
 * Finds when a newer key replaced one: only a key of the same secret does so at all servers. Null if none did, if the
 * key was sealed with another secret than the given one, so that other servers may have gone on signing with it, or if
 * a newer one of its secret was revoked, after which servers may have signed with it again.
 */
async function findReplacement({ db, tokens }: Keys, number: number): Promise<string | null> {
  const [key, ...newer] = await selectKeysSince(db, number)
  if (!key || !openSigner(tokens, key)) return null
  const replacements = newer.filter((other) => openSigner(tokens, other))
  return replacements.some(({ isRevoked }) => isRevoked) ? null : (replacements[0]?.madeAt ?? null)
}

const recordOf = (number: number): LoggedRecord & { name: string } => ({
  kind: 'TICKET_KEY',
  id: number,
  name: String(number),
})
