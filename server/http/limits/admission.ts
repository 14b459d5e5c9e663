import type { FastifyReply } from 'fastify'
import { type Waiting, waitInLine } from '#server/concurrency/wait-in-line.ts'
import { LetIn } from './let-in.ts'
import { NetworkCounts } from './network-counts.ts'
import { ReadingTimes, type TimesNow } from './reading-times.ts'
import { TwoPeriods } from './two-periods.ts'

const SECOND_MS = 1_000
/** Longer waits than this, for a second without a break, mean that the server is overloaded. */
const SOON_MS = 100
/** An overload is over when no request had to be refused for this long. */
const OVER_AFTER_MS = 3_000
/** In an overload, as many may wait as end in a quarter of a second. */
const OVERLOAD_WAITING_SHARE = 0.25
const WRITES_WITHIN_MS = 5_000
/** More than any network has admitted requests, and recent writes. */
const WRITING_FIRST = 1_000_000
const HEAVY_LAST = 1_000
/** The share of the usual limit of running requests that may wait in any overload. */
const FEWEST_SHARE = 1 / 3

/**
 * The kind of work of a request: it reads or writes on a database connection of its own, it is written together with
 * others in a batch, or it shares a read with all who ask the same.
 */
export type Work = 'reading' | 'writing' | 'batched' | 'shared'

export type AdmissionLimits = {
  /** Maximum number of requests that read or write and are worked on. */
  running: number
  /** Number of those among them that read for networks with slow reads, from which on no further one is admitted. */
  slow: number
  /** Maximum number of those among them that write. */
  writing: number
  /** Maximum number of batched requests that are worked on. They share a few connections. */
  batched: number
  /** Maximum number of requests that share reads and are worked on. */
  shared: number
  /** Maximum number of requests that wait, unless the server is overloaded. */
  waiting: number
  /** Maximum wait in milliseconds. */
  waitMs: number
}

/** A request of a client network that asks for admission. `luck` is from 0 to 1. */
type Candidate = { reply: FastifyReply; network: string; work: Work; luck: () => number }

/** `start` works on the request. */
type WaitingRequest = Waiting & Pick<Candidate, 'network' | 'work' | 'luck'> & { since: number }

/**
 * Admits requests to a server: works on a limited number at once, first on those that write, of networks with the
 * fewest recent writes, then on those of networks whose recent reads took little time, then of those whose reads took
 * least, then of those with the fewest admitted requests, and else in the order of arrival. Works on few reads at once
 * of networks with slow ones, so that they leave the database to others. The server is overloaded once light networks
 * without an admitted request have waited for long, for a second without a break, until everyone is let in and none of
 * them waits, or no network had to be refused for a while. Then requests that read are let in for a share of the
 * luckiest networks only, of equal ones the luckier is worked on first, few wait, and the last in this order are
 * refused at once.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #ended = new EventRate()
  readonly #running: Record<Work, number> = { reading: 0, writing: 0, batched: 0, shared: 0 }
  readonly #runningOf = new NetworkCounts()
  /** In the order of arrival. */
  readonly #waiting = new Set<WaitingRequest>()
  #isOverloaded = false
  /** The last time at which no request whose wait tells something had waited for long. */
  #calmAt = 0
  /** The last time at which an overload began or a request was refused. */
  #refusedAt = 0
  #refusals = 0
  readonly #letIn = new LetIn()
  readonly #readingTimes = new ReadingTimes()
  /** The writes that each network was admitted for. */
  readonly #writes = new TwoPeriods(WRITES_WITHIN_MS, () => new Map<string, number>())

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /**
   * Waits for admission. Returns the function that ends it. Throws `busy` if the request is refused, if it waits too
   * long, or if the client leaves while waiting.
   */
  async enter(candidate: Candidate): Promise<() => void> {
    if (!this.#hasRoomFor(candidate, this.#readingTimes.look())) return this.#wait(candidate)
    this.#noteWait(candidate, 0)
    return this.#start(candidate)
  }

  /** Tells whether a request that reads is not let in. Calls `luck` in an overload only. */
  isHopeless(network: string, luck: () => number): boolean {
    if (!this.#isOverloaded) return false
    const isGreedy = this.#letIn.isGreedy(network)
    if (isGreedy) this.#readingTimes.noteGreedy(network)
    const isHeavy = this.#readingTimes.look().isHeavy(network)
    if (!isGreedy && !this.#letIn.refuses(network, luck(), { isHeavy })) return false
    this.#refusals += 1
    this.#readingTimes.keep(network)
    // A few senders cannot prolong an overload.
    if (!isHeavy) this.#refusedAt = performance.now()
    return true
  }

  /** Returns the number of requests that were refused since the last call, without those whose clients left. */
  takeRefusals(): number {
    const refusals = this.#refusals
    this.#refusals = 0
    return refusals
  }

  /** Works on a request. Returns the function that ends it. */
  #start({ network, work }: Pick<Candidate, 'network' | 'work'>): () => void {
    this.#running[work] += 1
    if (work === 'writing') this.#writes.now.set(network, (this.#writes.now.get(network) ?? 0) + 1)
    const leave = this.#runningOf.add(network, 1)
    const endReading = work === 'reading' ? this.#readingTimes.begin(network) : undefined
    return () => {
      endReading?.()
      this.#ended.count()
      this.#running[work] -= 1
      leave()
      this.#admitNext()
    }
  }

  #countOf(network: string): number {
    return this.#runningOf.of(network)
  }

  /** Returns the number of writes that a network was admitted for in the last five to ten seconds. */
  #writesOf(network: string): number {
    const { now, before } = this.#writes.both
    return (now.get(network) ?? 0) + (before.get(network) ?? 0)
  }

  #hasRoomFor({ network, work }: Pick<Candidate, 'network' | 'work'>, times: TimesNow): boolean {
    const { reading, writing } = this.#running
    if (work === 'batched' || work === 'shared') return this.#running[work] < this.#limits[work]
    if (reading + writing >= this.#limits.running) return false
    if (work === 'writing') return writing < this.#limits.writing
    return !times.isSlow(network) || times.countSlow() < this.#limits.slow
  }

  #admitNext(): void {
    this.#noteState()
    for (let next = this.#first(); next; next = this.#first()) {
      this.#noteWait(next, performance.now() - next.since)
      next.start()
    }
  }

  async #wait({ reply, luck, ...candidate }: Candidate): Promise<() => void> {
    let end = () => {}
    const keep = () => {
      if (candidate.work === 'reading') this.#readingTimes.keep(candidate.network)
    }
    keep()
    const admitted = waitInLine(this.#waiting, {
      waitMs: this.#limits.waitMs,
      client: reply.raw,
      enter: ({ start, refuse }) => ({
        ...{ ...candidate, luck: once(luck), since: performance.now() },
        start: () => {
          end = this.#start(candidate)
          start()
        },
        refuse: () => {
          this.#refusals += 1
          keep()
          refuse()
        },
      }),
    })
    this.#noteState()
    while (this.#waiting.size > this.#room()) this.#refuseLast()
    await admitted
    return end
  }

  /** Notes the beginning and the end of an overload. */
  #noteState(): void {
    const now = performance.now()
    if (!this.#hasAnyWaitedLong(now)) this.#calmAt = now
    if (!this.#isOverloaded) {
      this.#isOverloaded = now - this.#calmAt >= SECOND_MS
      this.#refusedAt = now
    } else if (now - this.#refusedAt >= OVER_AFTER_MS || (this.#letIn.isEveryone && !this.#isAnyWaiting())) {
      this.#isOverloaded = false
      this.#letIn.everyone()
      this.#calmAt = now
    }
  }

  #hasAnyWaitedLong(now: number): boolean {
    let times: TimesNow | undefined
    for (const waiting of this.#waiting) {
      // Those that came later have waited for less.
      if (now - waiting.since < SOON_MS) return false
      times ??= this.#readingTimes.look()
      if (this.#saysMuch(waiting, times)) return true
    }
    return false
  }

  #isAnyWaiting(): boolean {
    const times = this.#readingTimes.look()
    return this.#waiting.values().some(({ network }) => !times.isHeavy(network))
  }

  /** Returns the waiting request that is admitted next. Undefined if there is no room for any. */
  #first(): WaitingRequest | undefined {
    let first: { waiting: WaitingRequest; rank: number } | undefined
    const times = this.#readingTimes.look()
    for (const waiting of this.#waiting) {
      if (!this.#hasRoomFor(waiting, times)) continue
      const rank = this.#rank(waiting, times)
      if (!first || rank > first.rank) first = { waiting, rank }
    }
    return first?.waiting
  }

  /** Refuses the waiting request that would be admitted last. */
  #refuseLast(): void {
    let last: { waiting: WaitingRequest; rank: number } | undefined
    const times = this.#readingTimes.look()
    for (const waiting of this.#waiting) {
      const rank = this.#rank(waiting, times)
      if (!last || rank <= last.rank) last = { waiting, rank }
    }
    this.#refusedAt = performance.now()
    if (!last) return
    this.#noteWait(last.waiting, Math.max(SOON_MS, performance.now() - last.waiting.since))
    last.waiting.refuse()
  }

  #noteWait(request: Pick<Candidate, 'network' | 'work'>, waitedMs: number): void {
    if (this.#saysMuch(request, this.#readingTimes.look())) this.#letIn.count(waitedMs)
  }

  /**
   * Tells whether the wait of a request tells how busy the server is. Those of a network for its own requests do not,
   * nor those of one that takes much of the time by itself, nor those for connections that write, most of which wait
   * for locks.
   */
  #saysMuch({ network, work }: Pick<Candidate, 'network' | 'work'>, times: TimesNow): boolean {
    return work !== 'writing' && this.#countOf(network) === 0 && !times.isHeavy(network)
  }

  /**
   * Ranks by work, then writes by the recent ones of the network, and reads by whether it is heavy and the time that
   * its reads have taken, then by its admitted requests, then in an overload by luck.
   */
  #rank({ network, work, luck }: WaitingRequest, times: TimesNow): number {
    const rank = (this.#isOverloaded ? luck() : 0) - this.#countOf(network)
    if (work === 'writing') return rank + WRITING_FIRST - this.#writesOf(network)
    if (work === 'batched') return rank + WRITING_FIRST
    return times.isHeavy(network) ? rank - HEAVY_LAST * times.msOf(network) : rank
  }

  /** Returns the number of requests that may wait now. */
  #room(): number {
    const { running, waiting } = this.#limits
    if (!this.#isOverloaded) return waiting
    const fewest = Math.ceil(running * FEWEST_SHARE)
    return Math.min(waiting, Math.max(fewest, this.#ended.perSecond() * OVERLOAD_WAITING_SHARE))
  }
}

/** Returns a function that computes a value when first asked for, and remembers it. */
function once<Value>(compute: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= compute())
}

/** Counts events of the last two seconds. */
class EventRate {
  readonly #events = new TwoPeriods(SECOND_MS, () => ({ count: 0 }))

  count(): void {
    this.#events.now.count += 1
  }

  /** Returns the larger number of events in this second or the one before. */
  perSecond(): number {
    const { now, before } = this.#events.both
    return Math.max(now.count, before.count)
  }
}
