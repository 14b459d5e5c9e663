import { Problem, problem } from '#domain/problem.ts'

/** The outcome of an entry that is to be decided in a later batch. */
export const AGAIN = Symbol('again')

/** The outcome of an entry that is refused, while the rest of its batch is not. */
export class Refusal {
  readonly reason: unknown
  constructor(reason: unknown) {
    this.reason = reason
  }
}

export type Outcome<Answer> = Answer | Refusal | typeof AGAIN

type BatchLimits<Entry> = {
  /** The most entries of a batch. */
  size: number
  /** The most batches that run at once. */
  lanes: number
  /** The most entries that wait. Further ones are refused as `busy`. */
  maxWaiting: number
  /** Names what only one entry at a time may concern. Entries with the same key never run at once. */
  keyOf?: (entry: Entry) => unknown
  /** Names what an entry may have to wait for. Only two batches that take long wait for the same at once. */
  groupOf?: (entry: Entry) => unknown
  /** Tells whether a fault concerns all entries, so that trying each apart would fail as well. */
  isShared?: (fault: unknown) => boolean
}

type Work<Entry, Answer> = (entries: readonly Entry[]) => Promise<readonly Outcome<Answer>[]>
type Waiting<Entry, Answer> = { entry: Entry; tries: number } & PromiseWithResolvers<Answer>
type Running = { readonly groups: ReadonlySet<unknown>; isLong: boolean }

/**
 * A batch that runs for longer than this takes long, such as one that waits for a lock. Until then further entries are
 * gathered, because two batches cost more processor time than one with the entries of both.
 */
const LONG_MS = 100
/** The most batches that take long and have entries of the same group. The others leave out this group. */
const LONG_OF_GROUP = 2
/** Limits how often an entry is decided again before it is refused as `busy`. */
const MAX_TRIES = 5

/**
 * Gathers the entries that arrive while a batch runs, and does their work together in the next one, in the order of
 * arrival. A batch begins beside a running one only if it is full, or if the running one takes long. The work of an
 * entry begins after `ask`, never before. If the work of a batch throws, each entry is tried apart, so that one entry
 * never fails the others.
 */
export class Batcher<Entry, Answer> {
  readonly #work: Work<Entry, Answer>
  readonly #limits: BatchLimits<Entry>
  readonly #runningKeys = new Set<unknown>()
  readonly #running = new Set<Running>()
  #waiting: Waiting<Entry, Answer>[] = []
  #isPlanned = false

  constructor(limits: BatchLimits<Entry>, work: Work<Entry, Answer>) {
    this.#limits = limits
    this.#work = work
  }

  /** Waits for the outcome of an entry. Rejects with the reason of its refusal. */
  ask(entry: Entry): Promise<Answer> {
    if (this.#waiting.length >= this.#limits.maxWaiting) return Promise.reject(busy())
    const waiting = { entry, tries: 0, ...Promise.withResolvers<Answer>() }
    this.#waiting.push(waiting)
    this.#plan()
    return waiting.promise
  }

  /** Starts after the requests that have already arrived were read. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      this.#start()
    })
  }

  #start(): void {
    const { lanes, size } = this.#limits
    while (this.#running.size < lanes) {
      const isShort = this.#running.values().some(({ isLong }) => !isLong)
      if (isShort && this.#waiting.length < size) return
      const batch = this.#take()
      if (batch.length === 0) return
      void this.#run(batch)
    }
  }

  /** Takes the oldest entries, of each key the oldest one unless one runs. */
  #take(): Waiting<Entry, Answer>[] {
    const { size, keyOf, groupOf } = this.#limits
    if (!keyOf) return this.#waiting.splice(0, size)
    const blocked = groupOf ? this.#blockedGroups() : new Set()
    const taken: Waiting<Entry, Answer>[] = []
    const left: Waiting<Entry, Answer>[] = []
    for (const waiting of this.#waiting) {
      const key = keyOf(waiting.entry)
      const isBlocked = blocked.size > 0 && blocked.has(groupOf?.(waiting.entry))
      if (taken.length === size || isBlocked || this.#runningKeys.has(key)) left.push(waiting)
      else {
        taken.push(waiting)
        this.#runningKeys.add(key)
      }
    }
    this.#waiting = left
    return taken
  }

  /** Returns the groups of which no further batch may have entries now. */
  #blockedGroups(): Set<unknown> {
    const counts = new Map<unknown, number>()
    for (const { groups, isLong } of this.#running) {
      if (isLong) for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    return new Set([...counts].flatMap(([group, count]) => (count < LONG_OF_GROUP ? [] : [group])))
  }

  async #run(batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    const { keyOf, groupOf } = this.#limits
    const running: Running = { groups: new Set(batch.map(({ entry }) => groupOf?.(entry))), isLong: false }
    this.#running.add(running)
    const timer = setTimeout(() => {
      running.isLong = true
      this.#start()
    }, LONG_MS)
    const again = await this.#settle(batch)
    clearTimeout(timer)
    for (const { entry } of batch) this.#runningKeys.delete(keyOf?.(entry))
    this.#waiting.unshift(...again)
    this.#running.delete(running)
    this.#start()
  }

  /** Settles the entries of a batch. Returns those that are to be decided again. */
  async #settle(batch: readonly Waiting<Entry, Answer>[]): Promise<Waiting<Entry, Answer>[]> {
    try {
      const outcomes = await this.#work(batch.map(({ entry }) => entry))
      return batch.filter((waiting, index) => isOpen(waiting, outcomes[index] as Outcome<Answer>))
    } catch (fault) {
      if (batch.length > 1 && !isBusy(fault) && !this.#limits.isShared?.(fault)) {
        return (await Promise.all(batch.map((waiting) => this.#settle([waiting])))).flat()
      }
      for (const { reject } of batch) reject(fault)
      return []
    }
  }
}

/** Settles an entry by its outcome. Returns true if it is to be decided again. */
function isOpen<Entry, Answer>(waiting: Waiting<Entry, Answer>, outcome: Outcome<Answer>): boolean {
  if (outcome === AGAIN) {
    waiting.tries += 1
    if (waiting.tries < MAX_TRIES) return true
    waiting.reject(busy())
  } else if (outcome instanceof Refusal) waiting.reject(outcome.reason)
  else waiting.resolve(outcome)
  return false
}

/** Tells whether the work of a batch did not begin, because there was no room for it. */
function isBusy(fault: unknown): boolean {
  return fault instanceof Problem && fault.code === 'busy'
}

function busy() {
  return problem('busy', { retryAfterSeconds: 1 })
}
