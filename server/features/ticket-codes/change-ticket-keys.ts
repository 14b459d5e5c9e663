import type { AppContext } from '#server/context.ts'
import { type LoggedRecord, logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue } from '#server/db/jobs.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { countTicketsOfKey } from './renewed-tickets.sql.ts'
import { lockTicketKey, selectNewestKey, updateRevoked } from './ticket-keys.sql.ts'
import { makeSigner, openSigner } from './ticket-keys.ts'

type Shop = Pick<AppContext, 'tokens'> & { db: Db }

/** Makes a key that signs from now on, and returns its number. Codes of older keys stay valid. */
export function rotateTicketKey({ db, tokens }: Shop): Promise<number> {
  return inTransaction(db, (tx) => makeNewestKey(tx, tokens))
}

/** The number of the key that signs after a revocation, and what the revocation concerns. */
export type Revocation = { signs: number; tickets: number; holders: number; unreachable: number }

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
    const newest = await selectNewestKey(tx)
    const signs = newest && newest.number > number ? newest.number : await makeNewestKey(tx, tokens)
    await updateRevoked(tx, number)
    await logChange(tx, { by: null, action: 'REVOKED', record: recordOf(number) })
    await enqueue(tx, 'renew-tickets', { key: number }, `renew-tickets ${number}`)
    return { signs, ...(await countTicketsOfKey(tx, number)) }
  })
}

/** Makes the newest key. Throws an Error if the present one was sealed with another secret than the given one. */
async function makeNewestKey(tx: Tx, tokens: Shop['tokens']): Promise<number> {
  const newest = await selectNewestKey(tx)
  if (newest && !openSigner(tokens, newest)) {
    throw new Error('The keys are stored with another secret. Set JWT_SECRET as for the shop.')
  }
  const { number } = await makeSigner({ db: tx, tokens }, newest?.number ?? 0)
  await logChange(tx, { by: null, action: 'CREATED', record: recordOf(number) })
  return number
}

const recordOf = (number: number): LoggedRecord & { name: string } => ({
  kind: 'TICKET_KEY',
  id: number,
  name: String(number),
})
