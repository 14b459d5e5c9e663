import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UserId } from '#domain/ids.ts'
import { Problem, type ProblemCode, problem } from '#domain/problem.ts'
import { deleteAttempts, insertAttempts, selectFullness } from '#server/db/attempts.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { runExclusive } from '#server/keyed-mutex.ts'
import { clientNetworkOf } from './client-network.ts'

/** A leaky bucket: its capacity in attempts, and the seconds in which one attempt leaks. */
type Rule = { attempts: number; secondsPerAttempt: number }

const MINUTE = 60
const GUESSES = { attempts: 10, secondsPerAttempt: 1.5 * MINUTE }
// Applies to each client network while many networks guess at one account. The owner's own network has these attempts
// too.
const GUESSES_UNDER_ATTACK = { attempts: 3, secondsPerAttempt: GUESSES.secondsPerAttempt }
const ATTACK_ON_ACCOUNT = { attempts: 100, secondsPerAttempt: 0.5 * MINUTE }
const GUESSES_OF_SOURCE = { attempts: 300, secondsPerAttempt: 3 }
const RESETS_OF_ACCOUNT = { attempts: 10, secondsPerAttempt: 6 * MINUTE }
const RESETS_OF_SOURCE = { attempts: 60, secondsPerAttempt: MINUTE }
const WRONG_TOKENS_OF_SOURCE = { attempts: 60, secondsPerAttempt: MINUTE }
const REGISTRATIONS_OF_ADDRESS = { attempts: 30, secondsPerAttempt: 10 * MINUTE }
const REGISTRATIONS_OF_SOURCE = { attempts: 1_000, secondsPerAttempt: 4 }
const KNOWN_ADDRESSES_OF_SOURCE = { attempts: 30, secondsPerAttempt: 2 * MINUTE }
const UPLOADS_OF_USER = { attempts: 100, secondsPerAttempt: 15 * MINUTE }

type Bucket = Rule & { key: string }
type Work<Result> = () => Promise<Result>

/**
 * Limits attempts. The counts are in the database, so they hold for all servers of a shop. They never lock an owner
 * out: a limit always applies to a client network, and the right password works from any other network.
 */
export function limitsOf(db: Db) {
  async function admit(buckets: readonly Bucket[]): Promise<Map<string, number>> {
    const fullness = await selectFullness(
      db,
      buckets.map(({ key }) => key),
    )
    const wait = Math.max(...buckets.map((bucket) => secondsToWait(bucket, fullness)))
    if (wait > 0) throw problem('too_many_requests', { retryAfterSeconds: Math.ceil(wait) })
    return fullness
  }

  /**
   * Counts only attempts that fail with this problem. Runs attempts that share the first bucket one after the other.
   */
  function limitFailures<Result>(code: ProblemCode, buckets: readonly [Bucket, ...Bucket[]], work: Work<Result>) {
    return runExclusive(buckets[0].key, async () => {
      await admit(buckets)
      return counted(code, buckets, work)
    })
  }

  async function counted<Result>(code: ProblemCode, buckets: readonly Bucket[], work: Work<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem && error.code === code) await insertAttempts(db, buckets)
      throw error
    }
  }

  /** Counts every attempt. */
  async function limitAll<Result>(buckets: readonly [Bucket, ...Bucket[]], work: Work<Result>): Promise<Result> {
    await runExclusive(buckets[0].key, async () => {
      await admit(buckets)
      await insertAttempts(db, buckets)
    })
    return work()
  }

  return {
    /** Limits wrong passwords, per account and client network, and per client network. */
    loggingIn<Result>(request: FastifyRequest, email: string, work: Work<Result>): Promise<Result> {
      const address = email.toLowerCase()
      const account = bucketOf(ATTACK_ON_ACCOUNT, 'login', address)
      const pair = bucketOf(GUESSES, 'login', address, clientNetworkOf(request.ip))
      const source = bucketOf(GUESSES_OF_SOURCE, 'login from', clientNetworkOf(request.ip))
      return runExclusive(pair.key, async () => {
        const fullness = await admit([pair, source])
        const attack = await selectFullness(db, [account.key])
        if (secondsToWait(account, attack) > 0) await admit([{ ...pair, ...GUESSES_UNDER_ATTACK }])
        const result = await counted('wrong_credentials', [pair, source, account], work)
        if (fullness.has(pair.key)) await deleteAttempts(db, pair.key)
        return result
      })
    },

    /** Limits reset links, per email address whether or not it has an account, and per client network. */
    startingReset<Result>(request: FastifyRequest, email: string, work: Work<Result>): Promise<Result> {
      const account = bucketOf(RESETS_OF_ACCOUNT, 'reset', email.toLowerCase())
      return limitAll([account, bucketOf(RESETS_OF_SOURCE, 'reset from', clientNetworkOf(request.ip))], work)
    },

    /** Limits wrong reset tokens, per client network. */
    usingResetToken<Result>(request: FastifyRequest, work: Work<Result>): Promise<Result> {
      const source = bucketOf(WRONG_TOKENS_OF_SOURCE, 'token from', clientNetworkOf(request.ip))
      return limitFailures('reset_token_invalid', [source], work)
    },

    /**
     * Limits registrations, per email address and per client network. Known addresses have a lower limit against
     * enumeration.
     */
    async registering<Result>(request: FastifyRequest, email: string, work: Work<Result>): Promise<Result> {
      const source = clientNetworkOf(request.ip)
      const known = bucketOf(KNOWN_ADDRESSES_OF_SOURCE, 'known from', source)
      await admit([known])
      const address = bucketOf(REGISTRATIONS_OF_ADDRESS, 'register', email.toLowerCase())
      return limitAll([address, bucketOf(REGISTRATIONS_OF_SOURCE, 'register from', source)], () =>
        counted('email_taken', [known], work),
      )
    },

    /** Limits uploads, per user. */
    uploading<Result>(userId: UserId, work: Work<Result>): Promise<Result> {
      return limitAll([bucketOf(UPLOADS_OF_USER, 'upload', String(userId))], work)
    },

    /** Limits wrong old passwords, per account and client network. */
    changingPassword<Result>(request: FastifyRequest, userId: UserId, work: Work<Result>): Promise<Result> {
      const pair = bucketOf(GUESSES, 'change', String(userId), clientNetworkOf(request.ip))
      return limitFailures('wrong_password', [pair], work)
    },
  }
}

/** Builds a bucket with a hashed key, so that no address is stored. */
function bucketOf(rule: Rule, ...parts: readonly string[]): Bucket {
  return { ...rule, key: createHash('sha256').update(JSON.stringify(parts)).digest('base64url') }
}

function secondsToWait({ key, attempts, secondsPerAttempt }: Bucket, fullness: ReadonlyMap<string, number>): number {
  return (fullness.get(key) ?? 0) - (attempts - 1) * secondsPerAttempt
}
