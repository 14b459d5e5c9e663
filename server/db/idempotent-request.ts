import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from './connection.ts'

type Request<Answer> = {
  userId: UserId
  key: string | undefined
  request: unknown
  /** Tells whether the result of the first attempt still exists. A key is valid that long; forever, if left out. */
  isThere?: (answer: Answer) => Promise<boolean>
}

/**
 * Does the work of a request once per Idempotency-Key of a user and repeats the first answer to the same request.
 * Throws `idempotency_key_reused` for another request with the same key. Writes the key first, so that a retry waits
 * for the first attempt's commit. Does the work without a key, and again if the first result no longer exists.
 */
export async function runIdempotentRequest<Answer>(
  tx: Tx,
  { userId, key, request, isThere }: Request<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  const fingerprint = fingerprintOf(request)
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, fingerprint, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!inserted) {
    const first = await lockAnswer<Answer>(tx, { userId, key, fingerprint })
    if (!isThere || (await isThere(first))) return first
  }

  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return answer
}

async function lockAnswer<Answer>(
  tx: Tx,
  { userId, key, fingerprint }: { userId: UserId; key: string; fingerprint: string },
) {
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

/** Hashes a value. Equal values have equal fingerprints. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
