import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { Tx } from './connection.ts'

type Request = { userId: UserId; key: string | undefined; request: unknown }

/**
 * Does the work of a request once for each Idempotency-Key of a user: the same request again gets the first answer,
 * another request under the same key is refused with `idempotency_key_reused`. The key is written first, so a retry
 * waits for the first attempt's commit instead of racing it. Without a key the work is simply done.
 */
export async function answerOnce<Answer>(
  tx: Tx,
  { userId, key, request }: Request,
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
  if (!inserted) return selectAnswer<Answer>(tx, { userId, key, fingerprint })

  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return answer
}

async function selectAnswer<Answer>(
  tx: Tx,
  { userId, key, fingerprint }: { userId: UserId; key: string; fingerprint: string },
) {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first.fingerprint !== fingerprint) throw problem('idempotency_key_reused')
  return first.answer as Answer
}

/** A short text that is the same for the same value. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
