import type { FastifyReply } from 'fastify'
import { problem } from '#domain/problem.ts'
import { RETRY_AFTER_SECONDS } from './errors.ts'

const SECOND_MS = 1_000
/** In an overload, works on as many requests as end in a quarter of a second, so that each takes about as long. */
const OVERLOAD_RUNNING_SHARE = 0.25
/** In an overload, as many may wait as end in a tenth of a second. */
const OVERLOAD_WAITING_SHARE = 0.1
/** The share of the usual limit of running requests that run or wait in any overload. */
const FEWEST_SHARE = 1 / 8

export type AdmissionLimits = {
  /** Maximum number of requests that are worked on. */
  running: number
  /** Maximum number of those among them that write. */
  writing: number
  /** Maximum number of requests that wait, unless the server is overloaded. */
  waiting: number
  /** Maximum wait in milliseconds. */
  waitMs: number
}

/** A request that asks for admission. `luck` is from 0 to 1. */
type Candidate = { reply: FastifyReply; isWriting: boolean; luck: () => number }

type Waiting = { rank: number; isWriting: boolean; start: () => void; refuse: () => void }

/**
 * Admits requests to a server: works on a limited number at once, those that write first, then the luckiest. The
 * server is overloaded once some have waited for a second without a break. Then it works on fewer, only a few wait, and
 * the last in this order are refused at once.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #ended = new EventRate()
  #running = 0
  #writing = 0
  /** In the order of admission. */
  #waiting: Waiting[] = []
  #busySince = 0

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /**
   * Waits for admission. Returns the function that ends it. Throws `busy` if the request is refused, if it waits too
   * long, or if the client leaves while waiting.
   */
  async enter(candidate: Candidate): Promise<() => void> {
    const { isWriting } = candidate
    if (this.#hasRoomFor(candidate)) this.#count(isWriting, 1)
    else await this.#wait(candidate)
    return () => {
      this.#ended.count()
      this.#count(isWriting, -1)
      this.#admitNext()
    }
  }

  #hasRoomFor({ isWriting }: Pick<Candidate, 'isWriting'>): boolean {
    return this.#running < this.#limit() && (!isWriting || this.#writing < this.#limits.writing)
  }

  #count(isWriting: boolean, change: 1 | -1): void {
    this.#running += change
    if (isWriting) this.#writing += change
  }

  #admitNext(): void {
    for (const next of this.#waiting) {
      if (!this.#hasRoomFor(next)) continue
      this.#count(next.isWriting, 1)
      next.start()
    }
  }

  #wait({ reply, isWriting, luck }: Candidate): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        leave()
        resolve()
      }
      const refuse = () => {
        leave()
        reject(problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      }
      const timer = setTimeout(refuse, this.#limits.waitMs)
      const waiting = { rank: luck() + (isWriting ? 1 : 0), isWriting, start, refuse }
      const leave = () => {
        clearTimeout(timer)
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reply.raw.off('close', refuse)
      }
      reply.raw.once('close', refuse)
      this.#add(waiting)
    })
  }

  /** Adds a waiting request in order, and refuses the last ones of too many. */
  #add(waiting: Waiting): void {
    if (this.#waiting.length === 0) this.#busySince = performance.now()
    const place = this.#waiting.findIndex(({ rank }) => rank < waiting.rank)
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting)
    for (const { refuse } of this.#waiting.slice(this.#room())) refuse()
  }

  #isOverloaded(): boolean {
    return this.#waiting.length > 0 && performance.now() - this.#busySince >= SECOND_MS
  }

  /**
   * Returns the number of requests to work on now. Never less than those that write and some that read: while a standby
   * of the database is away, requests that write do not end.
   */
  #limit(): number {
    const { running, writing } = this.#limits
    if (!this.#isOverloaded()) return running
    return Math.min(running, Math.max(writing + this.#fewest(), this.#ended.perSecond() * OVERLOAD_RUNNING_SHARE))
  }

  /** Returns the number of requests that may wait now. */
  #room(): number {
    const { waiting } = this.#limits
    if (!this.#isOverloaded()) return waiting
    return Math.min(waiting, Math.max(this.#fewest(), this.#ended.perSecond() * OVERLOAD_WAITING_SHARE))
  }

  #fewest(): number {
    return Math.ceil(this.#limits.running * FEWEST_SHARE)
  }
}

/** Counts events of the last two seconds. */
class EventRate {
  #since = performance.now()
  #now = 0
  #before = 0

  count(): void {
    const now = performance.now()
    const elapsedMs = now - this.#since
    if (elapsedMs >= SECOND_MS) {
      this.#before = elapsedMs < 2 * SECOND_MS ? this.#now : 0
      this.#now = 0
      this.#since = now
    }
    this.#now += 1
  }

  /** Returns the larger number of events in this second or the one before. */
  perSecond(): number {
    const elapsedMs = performance.now() - this.#since
    if (elapsedMs >= 2 * SECOND_MS) return 0
    return elapsedMs >= SECOND_MS ? this.#now : Math.max(this.#now, this.#before)
  }
}
