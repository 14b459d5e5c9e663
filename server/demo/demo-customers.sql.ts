import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'

type NewUser = { firstName: string; lastName: string; email: string; passwordHash: string; address: string }

/** Writes users. Returns their ids in the same order. */
export async function insertUsers(tx: Tx, users: readonly NewUser[], createdAt: Date): Promise<UserId[]> {
  const rows = await tx
    .insertInto('users')
    .values(
      users.map(({ firstName, lastName, email, passwordHash, address }) => ({
        first_name: firstName,
        last_name: lastName,
        email,
        password_hash: passwordHash,
        address,
        created_at: createdAt,
        email_verified_at: createdAt,
        deleted_at: null,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the password hash of a customer who can log in. Undefined without one. */
export async function selectPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where(sql`lower(email)`, '=', email)
    .where('is_locked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user?.passwordHash
}

/** Marks the oldest `count` articles as read by the user. */
export async function insertNewsReads(tx: Tx, userId: UserId, count: number): Promise<void> {
  await sql`
    insert into news_reads (user_id, news_id)
    select ${userId}::int, id from news order by published_at, id limit ${count}`.execute(tx)
}
