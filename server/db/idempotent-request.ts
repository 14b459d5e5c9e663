import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from './connection.ts'

type Request<Answer> = {
  userId: UserId
  key: string | undefined
  request: unknown
  /** Whether what the first attempt made is still there; without it, it always is. A key lives as long as that. */
  isThere?: (answer: Answer) => Promise<boolean>
}

/**
 * Does the work of a request once for each Idempotency-Key of a user: the same request again gets the first answer,
 * another request under the same key is refused with `idempotency_key_reused`. The key is written first, so a retry
 * waits for the first attempt's commit instead of racing it. Without a key the work is simply done, and also when what
 * the key made is gone.
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

/** A short text that is the same for the same value. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
