import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { hashOfSession, newSessionId } from '#server/features/auth/session-ids.ts'

type SignedInCustomer = { userId: UserId; sessionId: string; expiresAt: Date }

const SESSION_MS = 24 * 3_600_000

/** Creates customers with a session each, however many, without the cost of hashing passwords. */
export async function insertCustomers(db: Db, count: number): Promise<SignedInCustomer[]> {
  const expiresAt = new Date(Date.now() + SESSION_MS)
  const { rows: users } = await sql<{ id: UserId }>`
    insert into users (first_name, last_name, email, password_hash, address, is_admin, email_verified_at)
    select 'Ada', 'Buyer ' || number, 'buyer' || number || '@foyer.example', 'no password fits',
      'Ringstraße 1, 1010 Wien', false, shop_now()
    from generate_series(1, ${count}::int) as number
    returning id`.execute(db)
  const customers = users.map(({ id }) => ({ userId: id, sessionId: newSessionId(), expiresAt }))
  await sql`
    insert into sessions (id_hash, user_id, expires_at)
    select id_hash, user_id, ${expiresAt}::timestamptz
    from unnest(
      ${customers.map(({ sessionId }) => hashOfSession(sessionId))}::bytea[],
      ${customers.map(({ userId }) => userId)}::int[]
    ) as session (id_hash, user_id)`.execute(db)
  await sql`analyze users, sessions, places`.execute(db)
  return customers
}
