import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'

// OWASP's first recommendation for argon2id, the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Node's pool has this many threads, which also read files and compress answers. */
const THREADS = 4

/**
 * Client networks take turns in computing. One processor and one thread are left to everything else: while each network
 * computed five at once, four networks filled the threads, and others waited for their files.
 */
const queue = new FairQueue({
  atOnce: Math.max(1, Math.min(availableParallelism(), THREADS) - 1),
  maxWaiting: 500,
  maxWaitMs: 5_000,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

function inTurn<Result>(compute: () => Promise<Result>): Promise<Result> {
  return withoutConnection((network) => queue.run(network, compute))
}

/** Hashes a password with argon2id. Throws `busy` if too many are computed. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

let decoy: Promise<string> | undefined

/**
 * Verifies a password. Takes as long without a hash, so that timing does not reveal which accounts exist. Throws `busy`
 * like `hashPassword`.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', COST)
  const known = passwordHash ?? (await decoy)
  const isRight = await inTurn(() => verify(known, password).catch(() => false))
  return isRight && passwordHash !== undefined
}
