import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { EntryDeviceId, UserId } from '#domain/ids.ts'
import { Problem, type ProblemCode, problem } from '#domain/problem.ts'
import { deleteAttempts, insertAttempts, removeAttempts } from '#server/db/attempts.sql.ts'
import type { Db } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { runExclusive } from '#server/concurrency/keyed-mutex.ts'
import { mailboxOf } from '#server/mailbox.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import { clientNetworkOf } from '../client-network.ts'

/** A leaky bucket: its capacity in attempts, and the seconds in which one attempt leaks. */
type Rule = { attempts: number; secondsPerAttempt: number }

const MINUTE = 60
const GUESSES = { attempts: 10, secondsPerAttempt: 1.5 * MINUTE }
// Applies to each client network while many networks guess at one account. The owner's own network has these attempts
// too.
const GUESSES_UNDER_ATTACK = { attempts: 3, secondsPerAttempt: GUESSES.secondsPerAttempt }
const ATTACK_ON_ACCOUNT = { attempts: 100, secondsPerAttempt: 0.5 * MINUTE }
const GUESSES_OF_SOURCE = { attempts: 300, secondsPerAttempt: 3 }
// Three of a million codes are right at a time, and the attacker knows the password.
const APP_CODES_OF_USER = { attempts: 10, secondsPerAttempt: 5 * MINUTE }
const RESETS_OF_ADDRESS = { attempts: 10, secondsPerAttempt: 6 * MINUTE }
const RESETS_OF_SOURCE = { attempts: 60, secondsPerAttempt: MINUTE }
const WRONG_TOKENS_OF_SOURCE = { attempts: 60, secondsPerAttempt: MINUTE }
const CONFIRMATIONS_OF_USER = { attempts: 3, secondsPerAttempt: 20 * MINUTE }
const REGISTRATIONS_OF_MAILBOX = { attempts: 30, secondsPerAttempt: 10 * MINUTE }
// Registrations and repeated confirmation mails together, which the mail server must send. A whole audience may share a
// network.
const REGISTRATIONS_OF_SOURCE = { attempts: 1_000, secondsPerAttempt: 4 }
const KNOWN_ADDRESSES_OF_SOURCE = { attempts: 30, secondsPerAttempt: 2 * MINUTE }
// Eight digits for ten minutes: a network has 20 guesses at a hundred million codes.
const PAIRINGS_OF_SOURCE = { attempts: 20, secondsPerAttempt: MINUTE }
// All networks together have 600 guesses in these minutes. Then the QR code still pairs, which cannot be guessed.
const TYPED_PAIRINGS = { attempts: 500, secondsPerAttempt: 6 }
// A phone fetches its list at most every ten seconds.
const LISTS_OF_DEVICE = { attempts: 30, secondsPerAttempt: 6 }
const UPLOADS_OF_USER = { attempts: 100, secondsPerAttempt: 15 * MINUTE }
const UPLOADS_OF_SOURCE = { attempts: 200, secondsPerAttempt: 3 * MINUTE }
// A file of 60 kB may be stored as 8 MB, and an unused picture stays for a day: many accounts could fill the disk.
const BYTES_PER_UPLOAD = 500_000
// Concurrent transactions read clocks that differ a little.
const CLOCK_TOLERANCE_SECONDS = 1

type Bucket = Rule & { key: string }
type Buckets = readonly [Bucket, ...Bucket[]]
type Work<Result> = () => Promise<Result>
/** `recent`: how many attempts of this kind the client network has made recently, with this one. */
type WorkOfNetwork<Result> = (recent: number) => Promise<Result>
type Fullness = ReadonlyMap<string, number>

/**
 * Limits attempts. The counts are in the database, so they hold for all servers of a shop. They never lock an owner
 * out: a limit always applies to a client network, and the right password works from any other network.
 */
export function limitsOf(db: Db) {
  /**
   * Counts an attempt in all buckets, or in none if one of those that `limiting` returns is full: then throws
   * `too_many_requests`. The rows of the buckets stay locked until the commit, so concurrent attempts on any server
   * cannot pass a limit together. Attempts from one network wait in this process rather than each on a connection.
   * Returns how full the buckets are then.
   */
  function take(buckets: Buckets, network: Bucket, limiting: (fullness: Fullness) => Buckets = () => buckets) {
    return inLine(`count ${network.key}`, () =>
      inTransaction(db, async (tx) => {
        const fullness = await insertAttempts(tx, buckets)
        const wait = Math.max(...limiting(fullness).map((bucket) => secondsToWait(bucket, fullness)))
        if (wait > CLOCK_TOLERANCE_SECONDS) throw problem('too_many_requests', { retryAfterSeconds: Math.ceil(wait) })
        return fullness
      }),
    )
  }

  /** Does the work of a counted attempt. Keeps the count only if the work fails with this problem. */
  async function countOnly<Result>(code: ProblemCode, buckets: Buckets, work: Work<Result>): Promise<Result> {
    let isCounted = false
    try {
      return await work()
    } catch (error) {
      isCounted = error instanceof Problem && error.code === code
      throw error
    } finally {
      if (!isCounted) await removeAttempts(db, buckets)
    }
  }

  return {
    /**
     * Limits wrong passwords, per account and client network, and per client network. Runs the attempts of one pair
     * one after the other, so that right passwords do not count against each other.
     */
    loggingIn<Result>(request: FastifyRequest, email: string, work: Work<Result>): Promise<Result> {
      const address = email.toLowerCase()
      const account = bucketOf(ATTACK_ON_ACCOUNT, 'login', address)
      const pair = bucketOf(GUESSES, 'login', address, clientNetworkOf(request.ip))
      const source = bucketOf(GUESSES_OF_SOURCE, 'login from', clientNetworkOf(request.ip))
      return inLine(pair.key, async () => {
        const fullness = await take([pair, source, account], source, (counted) => {
          const isUnderAttack = secondsToWait(account, counted) > 0
          return [isUnderAttack ? { ...pair, ...GUESSES_UNDER_ATTACK } : pair, source]
        })
        const result = await countOnly('wrong_credentials', [pair, source, account], work)
        const hasFailedBefore = (fullness.get(pair.key) ?? 0) > pair.secondsPerAttempt
        if (hasFailedBefore) await deleteAttempts(db, pair.key)
        return result
      })
    },

    /** Limits reset links, per email address and client network whether or not it has an account, and per network. */
    async startingReset<Result>(request: FastifyRequest, email: string, work: WorkOfNetwork<Result>): Promise<Result> {
      const network = clientNetworkOf(request.ip)
      const source = bucketOf(RESETS_OF_SOURCE, 'reset from', network)
      const address = bucketOf(RESETS_OF_ADDRESS, 'reset', email.toLowerCase(), network)
      return work(attemptsIn(source, await take([address, source], source)))
    },

    /** Limits wrong reset tokens, per client network. */
    async usingResetToken<Result>(request: FastifyRequest, work: Work<Result>): Promise<Result> {
      const source = bucketOf(WRONG_TOKENS_OF_SOURCE, 'token from', clientNetworkOf(request.ip))
      await take([source], source)
      return countOnly('reset_token_invalid', [source], work)
    },

    /**
     * Limits registrations, per mailbox and client network, and per client network. Known addresses have a lower limit
     * against enumeration. Runs the registrations from one network one after the other, so that new addresses do not
     * count as known ones.
     */
    registering<Result>(request: FastifyRequest, email: string, work: WorkOfNetwork<Result>): Promise<Result> {
      const network = clientNetworkOf(request.ip)
      const known = bucketOf(KNOWN_ADDRESSES_OF_SOURCE, 'known from', network)
      const mailbox = bucketOf(REGISTRATIONS_OF_MAILBOX, 'register', mailboxOf(email), network)
      const source = bucketOf(REGISTRATIONS_OF_SOURCE, 'register from', network)
      return inLine(known.key, async () => {
        const recent = attemptsIn(source, await take([known, mailbox, source], source))
        return countOnly('email_taken', [known], () => work(recent))
      })
    },

    /** Limits repeated confirmation mails, per user, and together with registrations per client network. */
    async sendingConfirmation<Result>(
      request: FastifyRequest,
      userId: UserId,
      work: WorkOfNetwork<Result>,
    ): Promise<Result> {
      const mails = bucketOf(CONFIRMATIONS_OF_USER, 'confirmation', String(userId))
      const source = bucketOf(REGISTRATIONS_OF_SOURCE, 'register from', clientNetworkOf(request.ip))
      return work(attemptsIn(source, await take([mails, source], source)))
    },

    /** Limits wrong tokens of confirmation links, per client network. */
    async usingConfirmationToken<Result>(request: FastifyRequest, work: Work<Result>): Promise<Result> {
      const source = bucketOf(WRONG_TOKENS_OF_SOURCE, 'confirmation from', clientNetworkOf(request.ip))
      await take([source], source)
      return countOnly('confirmation_token_invalid', [source], work)
    },

    /**
     * Limits wrong typed codes of pairings, per client network and of all together. QR codes, which cannot be guessed,
     * are not limited, so that a stranger in the network of a venue keeps no phone out.
     */
    async pairing<Result>(request: FastifyRequest, isTyped: boolean, work: Work<Result>): Promise<Result> {
      if (!isTyped) return work()
      const source = bucketOf(PAIRINGS_OF_SOURCE, 'pairing from', clientNetworkOf(request.ip))
      const buckets: Buckets = [source, bucketOf(TYPED_PAIRINGS, 'typed pairings')]
      await take(buckets, source)
      return countOnly('pairing_code_wrong', buckets, work)
    },

    /** Limits lists of tickets, per scanner, because one of a large show is much work. */
    async fetchingList<Result>(deviceId: EntryDeviceId, work: Work<Result>): Promise<Result> {
      const lists = bucketOf(LISTS_OF_DEVICE, 'list of device', String(deviceId))
      await take([lists], lists)
      return work()
    },

    /**
     * Limits uploads, per user and per client network. One that is to be stored in many bytes counts as several, and
     * `work` counts them before it stores it.
     */
    async uploading<Result>(
      request: FastifyRequest,
      userId: UserId,
      work: (count: (bytes: number) => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      const source = bucketOf(UPLOADS_OF_SOURCE, 'upload from', clientNetworkOf(request.ip))
      const user = bucketOf(UPLOADS_OF_USER, 'upload', String(userId))
      await take([user, source], source)
      return work(async (bytes) => {
        const further = Math.floor(bytes / BYTES_PER_UPLOAD)
        if (further > 0) await take([times(further, user), times(further, source)], source, () => [user, source])
      })
    },

    /**
     * Limits wrong codes of a second factor. Codes of the app are limited per user, because many networks could guess
     * six digits together; recovery codes, which cannot be guessed, per user and client network, so that the owner
     * always gets in.
     */
    enteringCode<Result>(
      request: FastifyRequest,
      userId: UserId,
      kind: 'app code' | 'recovery code',
      work: Work<Result>,
    ): Promise<Result> {
      const codes =
        kind === 'app code'
          ? bucketOf(APP_CODES_OF_USER, kind, String(userId))
          : bucketOf(GUESSES, kind, String(userId), clientNetworkOf(request.ip))
      return inLine(codes.key, async () => {
        await take([codes], codes)
        return countOnly('second_factor_wrong', [codes], work)
      })
    },

    /** Limits wrong passwords in calls of a logged-in user, per account and client network. */
    checkingPassword<Result>(request: FastifyRequest, userId: UserId, work: Work<Result>): Promise<Result> {
      const pair = bucketOf(GUESSES, 'change', String(userId), clientNetworkOf(request.ip))
      return inLine(pair.key, async () => {
        await take([pair], pair)
        return countOnly('wrong_password', [pair], work)
      })
    },
  }
}

/** Runs the work of one key one after the other. Requests that wait for it leave their room in the server to others. */
function inLine<Result>(key: string, work: Work<Result>): Promise<Result> {
  return runExclusive(key, work, withoutConnection)
}

/** Builds a bucket with a hashed key, so that no address is stored. */
function bucketOf(rule: Rule, ...parts: readonly string[]): Bucket {
  return { ...rule, key: createHash('sha256').update(JSON.stringify(parts)).digest('base64url') }
}

/** Returns a bucket of which each attempt counts as several. */
function times(count: number, bucket: Bucket): Bucket {
  return { ...bucket, secondsPerAttempt: bucket.secondsPerAttempt * count }
}

/** Calculates how many attempts a bucket holds, rounded. */
function attemptsIn({ key, secondsPerAttempt }: Bucket, fullness: Fullness): number {
  return Math.round((fullness.get(key) ?? 0) / secondsPerAttempt)
}

/**
 * Calculates the seconds until a bucket that holds a new attempt would have had room for it. Negative with room left.
 */
function secondsToWait({ key, attempts, secondsPerAttempt }: Bucket, fullness: Fullness): number {
  return (fullness.get(key) ?? 0) - attempts * secondsPerAttempt
}
