import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** A key with its private part, which only servers with the secret that sealed it can use. */
export type SealedKey = { number: number; sealedPrivateKey: Buffer }

/** Reads the keys that are not revoked, newest first. */
export function selectUsableKeys(db: Db | Tx): Promise<SealedKey[]> {
  return db
    .selectFrom('ticket_keys')
    .select(['number', 'sealed_private_key as sealedPrivateKey'])
    .where('revoked_at', 'is', null)
    .orderBy('number', 'desc')
    .execute()
}

/** Reads the number of the newest key, also of a revoked one. Returns 0 before the first one. */
export async function selectNewestNumber(db: Db | Tx): Promise<number> {
  const newest = await db
    .selectFrom('ticket_keys')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return newest?.number ?? 0
}

/** Reads a key and the newer ones, oldest first, also revoked ones. `madeAt` has all digits of the database's clock. */
export function selectKeysSince(
  tx: Tx,
  number: number,
): Promise<(SealedKey & { madeAt: string; isRevoked: boolean })[]> {
  return tx
    .selectFrom('ticket_keys')
    .select([
      'number',
      'sealed_private_key as sealedPrivateKey',
      sql<string>`created_at::text`.as('madeAt'),
      sql<boolean>`revoked_at is not null`.as('isRevoked'),
    ])
    .where('number', '>=', number)
    .orderBy('number')
    .execute()
}

/** Reads the public keys, 32 bytes each, revoked ones too. */
export function selectPublicKeys(db: Db): Promise<{ number: number; publicKey: Buffer; isRevoked: boolean }[]> {
  return db
    .selectFrom('ticket_keys')
    .select(['number', 'public_key as publicKey', sql<boolean>`revoked_at is not null`.as('isRevoked')])
    .orderBy('number')
    .execute()
}

/** Stores a key, and returns whether its number was free. */
export async function insertTicketKey(
  db: Db,
  { number, publicKey, sealedPrivateKey }: { number: number; publicKey: Buffer; sealedPrivateKey: Buffer },
): Promise<boolean> {
  const inserted = await db
    .insertInto('ticket_keys')
    .values({ number, public_key: publicKey, sealed_private_key: sealedPrivateKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A key as its operator sees it. */
export type ListedKey = SealedKey & { createdAt: Date; revokedAt: Date | null; renewedAt: Date | null }

/** Lists the keys, oldest first. */
export function selectTicketKeys(db: Db): Promise<ListedKey[]> {
  return db
    .selectFrom('ticket_keys')
    .select([
      'number',
      'sealed_private_key as sealedPrivateKey',
      'created_at as createdAt',
      'revoked_at as revokedAt',
      'renewed_at as renewedAt',
    ])
    .orderBy('number')
    .execute()
}

/** Locks a key and reads how far the renewal of its tickets is. Undefined for an unknown key. */
export function lockTicketKey(tx: Tx, number: number) {
  return tx
    .selectFrom('ticket_keys')
    .select(['revoked_at as revokedAt', 'renewed_holder_id as renewedHolderId', 'renewed_at as renewedAt'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a key as revoked. */
export async function updateRevoked(tx: Tx, number: number): Promise<void> {
  await tx
    .updateTable('ticket_keys')
    .set({ revoked_at: sql<Date>`shop_now()` })
    .where('number', '=', number)
    .execute()
}

/** Notes that the customers up to an id have new codes, or all of them. */
export async function updateRenewed(tx: Tx, number: number, upTo: UserId | 'ALL'): Promise<void> {
  await tx
    .updateTable('ticket_keys')
    .set(upTo === 'ALL' ? { renewed_at: sql<Date>`shop_now()` } : { renewed_holder_id: upTo })
    .where('number', '=', number)
    .execute()
}
