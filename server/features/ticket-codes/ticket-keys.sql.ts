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

/** Reads the public keys, 32 bytes each. */
export function selectPublicKeys(db: Db): Promise<{ number: number; publicKey: Buffer }[]> {
  return db.selectFrom('ticket_keys').select(['number', 'public_key as publicKey']).orderBy('number').execute()
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
