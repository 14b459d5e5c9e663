import type { Db } from '#server/db/connection.ts'

/** Reads the newest key, which signs. Undefined before the first one. */
export function selectNewestKey(db: Db) {
  return db
    .selectFrom('ticket_keys')
    .select(['number', 'sealed_private_key as sealedPrivateKey'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Reads the 32 bytes of a public key. Undefined for an unknown number. */
export async function selectPublicKey(db: Db, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('ticket_keys')
    .select('public_key as publicKey')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.publicKey
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
