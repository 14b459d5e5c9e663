import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import { Refusal } from '#server/concurrency/batcher.ts'
import type { Db, Tx } from './connection.ts'
import { sendWithCommit } from './last-writes.ts'

/** Minimum age in days of a key that is deleted, counted from the last time its work was done. */
const KEY_DAYS = 7
const BATCH = 5_000

type Request<Answer> = {
  userId: UserId
  key: string | undefined
  request: unknown
  /**
   * Tells whether the result of the first attempt still exists. Otherwise the work is done again. Always, if left out.
   */
  isThere?: (answer: Exclude<Answer, Refusal>) => Promise<boolean>
}

/**
 * Does the work of a request once per Idempotency-Key of a user and repeats the first answer to the same request.
 * Throws `idempotency_key_reused` for another request with the same key. Locks the key first, so that a retry waits for
 * the first attempt's commit. Does the work without a key, and again if the first result no longer exists. Forgets
 * the key if the work returns a `Refusal`, so that it is a new one next time.
 */
export async function runIdempotentRequest<Answer>(
  tx: Tx,
  { userId, key, request, isThere }: Request<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  const fingerprint = fingerprintOf(request)
  const isNew = await insertKey(tx, { userId, key, fingerprint })
  if (!isNew) {
    const first = await lockAnswer<Exclude<Answer, Refusal>>(tx, { userId, key, fingerprint })
    if (!isThere || (await isThere(first))) return first
  }

  const answer = await work()
  if (answer instanceof Refusal) {
    sendWithCommit(tx, deleteKeys(tx, [{ userId, key }]))
    return answer
  }
  const stored = tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer), created_at: sql<Date>`shop_now()` })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  sendWithCommit(tx, stored)
  return answer
}

type StoredKey = { userId: UserId; key: string; fingerprint: string }

/**
 * Locks and writes the key of a request, after waiting for the first attempt. Returns whether it is new. The lock has
 * two numbers, of which the first is the customer: locks of one number are those of shows, and a customer could choose
 * a key whose hash is one of them. The other locks of two numbers have a keyed hash of a client network, at which
 * nobody can aim.
 */
async function insertKey(tx: Tx, { userId, key, fingerprint }: StoredKey): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (user_id, key, fingerprint)
    select ${userId}::int, ${key}::text, ${fingerprint}::text
    from pg_advisory_xact_lock(${userId}::int, hashtext(${key}::text))
    on conflict do nothing
    returning key`.execute(tx)
  return rows.length > 0
}

async function lockAnswer<Answer>(tx: Tx, { userId, key, fingerprint }: StoredKey) {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (first.fingerprint !== fingerprint) throw problem('idempotency_key_reused')
  return first.answer as Answer
}

export type KeyedRequest = { userId: UserId; key: string; request: unknown }

/**
 * Locks and writes the keys of requests by different users. Returns the users whose key is new. The others have made
 * the request before, or another transaction works on it: the batch does not wait for that.
 */
export async function insertKeys(tx: Tx, requests: readonly KeyedRequest[]): Promise<Set<UserId>> {
  if (requests.length === 0) return new Set()
  const { rows } = await sql<{ userId: UserId }>`
    insert into idempotency_keys (user_id, key, fingerprint)
    select * from unnest(
      ${requests.map(({ userId }) => userId)}::int[],
      ${requests.map(({ key }) => key)}::text[],
      ${requests.map(({ request }) => fingerprintOf(request))}::text[]
    ) as requested (user_id, key, fingerprint)
    where pg_try_advisory_xact_lock(user_id, hashtext(key))
    order by user_id, key
    on conflict do nothing
    returning user_id as "userId"`.execute(tx)
  return new Set(rows.map(({ userId }) => userId))
}

type KeyedAnswer = { userId: UserId; key: string; answer: unknown }

/** Stores the answers of new keys. */
export async function storeAnswers(tx: Tx, answers: readonly KeyedAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await sql`
    update idempotency_keys set answer = given.answer::jsonb
    from unnest(
      ${answers.map(({ userId }) => userId)}::int[],
      ${answers.map(({ key }) => key)}::text[],
      ${answers.map(({ answer }) => JSON.stringify(answer))}::text[]
    ) as given (user_id, key, answer)
    where idempotency_keys.user_id = given.user_id and idempotency_keys.key = given.key`.execute(tx)
}

/** Deletes new keys whose requests were not done. */
export async function deleteKeys(tx: Tx, keys: readonly Omit<KeyedAnswer, 'answer'>[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from idempotency_keys
    using unnest(${keys.map(({ userId }) => userId)}::int[], ${keys.map(({ key }) => key)}::text[]) as gone (user_id, key)
    where idempotency_keys.user_id = gone.user_id and idempotency_keys.key = gone.key`.execute(tx)
}

/**
 * Deletes old keys, in batches that each take a fraction of a second. Orders and refunds do not depend on their keys: a
 * repetition finds the first invoice.
 */
export async function deleteOldKeys(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys where (user_id, key) in (
        select user_id, key from idempotency_keys
        where created_at < shop_now() - make_interval(days => ${KEY_DAYS}::int)
        order by created_at limit ${BATCH})`.execute(db)
    if (numAffectedRows < BigInt(BATCH)) return
  }
}

/** Hashes a value. Equal values have equal fingerprints. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
