import type { UserId } from '#domain/ids.ts'
import { AGAIN, ALONE, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
import type { Tx } from './connection.ts'
import { lockFreeCustomers } from './customer-lock.ts'
import { deleteKeys, insertKeys, storeAnswers } from './idempotent-request.ts'
import { sendWithCommit } from './last-writes.ts'

/** The outcome of a request that cannot be decided together with others, and is decided apart. */
export const APART = Symbol('apart')

/** A request of a customer, of whom a batch contains only one. */
export type CustomerRequest = {
  userId: UserId
  /** The content that an Idempotency-Key stands for. */
  request: object
  idempotencyKey: string | undefined
}

/** The requests of a batch that can be decided together, and the keys that the batch has written. */
export type LockedBatch<Request> = { open: readonly Request[]; newKeys: readonly { userId: UserId; key: string }[] }

/**
 * Writes the keys of a batch and locks its customers. Requests with a key that was used before, and those of customers
 * of whom another transaction works on something, are not among those to be decided together.
 */
export async function lockBatch<Request extends CustomerRequest>(
  tx: Tx,
  requests: readonly Request[],
): Promise<LockedBatch<Request>> {
  const keyed = requests.flatMap(({ userId, idempotencyKey: key, request }) =>
    key === undefined ? [] : [{ userId, key, request }],
  )
  const [hasNewKey, isFree] = await Promise.all([
    insertKeys(tx, keyed),
    lockFreeCustomers(
      tx,
      requests.map(({ userId }) => userId),
    ),
  ])
  return {
    open: requests.filter(
      ({ userId, idempotencyKey }) => isFree.has(userId) && (idempotencyKey === undefined || hasNewKey.has(userId)),
    ),
    newKeys: keyed.filter(({ userId }) => hasNewKey.has(userId)),
  }
}

/**
 * Stores the answers of a batch with their keys, and deletes the new keys of requests without an answer, both with the
 * commit.
 */
export function settleKeys<Request extends CustomerRequest, Answer>(
  tx: Tx,
  { newKeys }: LockedBatch<Request>,
  outcomes: ReadonlyMap<Request, Outcome<Answer> | typeof APART>,
): void {
  const answerOf = new Map<UserId, unknown>()
  for (const [{ userId }, outcome] of outcomes) if (isAnswer(outcome)) answerOf.set(userId, outcome)
  const { true: answered = [], false: others = [] } = Object.groupBy(newKeys, ({ userId }) =>
    answerOf.has(userId) ? 'true' : 'false',
  )
  sendWithCommit(
    tx,
    storeAnswers(
      tx,
      answered.map(({ userId, key }) => ({ userId, key, answer: answerOf.get(userId) })),
    ),
  )
  sendWithCommit(tx, deleteKeys(tx, others))
}

function isAnswer(outcome: unknown): boolean {
  return outcome !== AGAIN && outcome !== ALONE && outcome !== APART && !(outcome instanceof Refusal)
}
