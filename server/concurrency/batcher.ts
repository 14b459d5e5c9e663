import { Problem, problem } from '#domain/problem.ts'

/** The outcome of an entry that is to be decided in a later batch. */
export const AGAIN = Symbol('again')

/** The outcome of an entry that would wait, and waits in a batch with entries of its group alone. */
export const ALONE = Symbol('alone')

/** The outcome of an entry that is refused, while the rest of its batch is not. */
export class Refusal {
  readonly reason: unknown
  constructor(reason: unknown) {
    this.reason = reason
  }
}

export type Decision<Answer> = Answer | Refusal | typeof AGAIN
export type Outcome<Answer> = Decision<Answer> | typeof ALONE

type BatchLimits<Entry> = {
  /** The most entries of a batch. */
  size: number
  /** The most batches that run at once. */
  lanes: number
  /** The most entries that wait. Further ones are refused as `busy`. */
  maxWaiting: number
  /** Names what only one entry at a time may concern. Entries with the same key never run at once. */
  keyOf?: (entry: Entry) => unknown
  /**
   * Names what an entry may have to wait for; undefined if that is not known. Only two batches that take long wait for
   * the same at once.
   */
  groupOf?: (entry: Entry) => unknown
  /** The most batches of one group alone that run at once, beside the lanes; two if missing. */
  aloneLanes?: number
  /** Tells whether a fault concerns all entries, so that trying each apart would fail as well. */
  isShared?: (fault: unknown) => boolean
}

/** Does the work of a batch. Only a batch of entries of one group, whose outcome was `ALONE`, may wait for it. */
type Work<Entry, Answer> = (entries: readonly Entry[], mayWait: boolean) => Promise<readonly Outcome<Answer>[]>
type Waiting<Entry, Answer> = { entry: Entry; tries: number } & PromiseWithResolvers<Answer>
type Running = { readonly groups: ReadonlySet<unknown>; isLong: boolean }
/** Entries to be decided again: in the next batch, and in one of their group alone. `hasFailed`: the others failed. */
type Open<Entry, Answer> = { again: Waiting<Entry, Answer>[]; alone: Waiting<Entry, Answer>[]; hasFailed: boolean }

/**
 * A batch that runs for longer than this takes long, such as one that waits for a lock. Until then further entries are
 * gathered, because two batches cost more processor time than one with the entries of both.
 */
const LONG_MS = 100
/** The most batches that take long and have entries of the same group. The others leave out this group. */
const LONG_OF_GROUP = 2
const ALONE_LANES = 2
/** Limits how often an entry is decided again before it is refused as `busy`. */
const MAX_TRIES = 5

/**
 * Gathers the entries that arrive while a batch runs, and does their work together in the next one, in the order of
 * arrival. A batch begins beside a running one only if it is full, or if the running one takes long. The work of an
 * entry begins after `ask`, never before. If the work of a batch throws, each entry is tried apart, so that one entry
 * never fails the others. Entries of a group that has to be waited for are decided in batches of their own until none
 * of them is left.
 */
export class Batcher<Entry, Answer> {
  readonly #work: Work<Entry, Answer>
  readonly #limits: BatchLimits<Entry>
  readonly #runningKeys = new Set<unknown>()
  readonly #running = new Set<Running>()
  readonly #waiting: Waiting<Entry, Answer>[] = []
  /** The waiting entries of each group that is waited for alone. */
  readonly #waitingAlone = new Map<unknown, Waiting<Entry, Answer>[]>()
  readonly #runningAlone = new Set<unknown>()
  #isPlanned = false

  constructor(limits: BatchLimits<Entry>, work: Work<Entry, Answer>) {
    this.#limits = limits
    this.#work = work
  }

  /** Waits for the outcome of an entry. Rejects with the reason of its refusal. */
  ask(entry: Entry): Promise<Answer> {
    const line = this.#waitingAlone.get(this.#limits.groupOf?.(entry)) ?? this.#waiting
    if (line.length >= this.#limits.maxWaiting) return Promise.reject(busy())
    const waiting = { entry, tries: 0, ...Promise.withResolvers<Answer>() }
    line.push(waiting)
    this.#plan()
    return waiting.promise
  }

  /** Starts after the requests that have already arrived were read. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      this.#startAlone()
      this.#start()
    })
  }

  #start(): void {
    const { lanes, size } = this.#limits
    while (this.#running.size < lanes) {
      const isShort = this.#running.values().some(({ isLong }) => !isLong)
      if (isShort && this.#waiting.length < size) return
      const batch = this.#take(this.#waiting, this.#blockedGroups())
      if (batch.length === 0) return
      void this.#run(batch)
    }
  }

  /** Starts batches of the groups that are waited for alone, in turns. */
  #startAlone(): void {
    for (const [group, line] of this.#waitingAlone) {
      if (this.#runningAlone.size === (this.#limits.aloneLanes ?? ALONE_LANES)) return
      if (this.#runningAlone.has(group)) continue
      const batch = this.#take(line)
      if (batch.length > 0) void this.#runAlone(group, batch)
    }
  }

  /** Takes the oldest entries out of a line, of each key the oldest one unless one runs. */
  #take(line: Waiting<Entry, Answer>[], blockedGroups: ReadonlySet<unknown> = new Set()): Waiting<Entry, Answer>[] {
    const { size, keyOf, groupOf } = this.#limits
    if (!keyOf) return line.splice(0, size)
    const taken: Waiting<Entry, Answer>[] = []
    const left: Waiting<Entry, Answer>[] = []
    for (const waiting of line) {
      const key = keyOf(waiting.entry)
      const isBlocked = blockedGroups.size > 0 && blockedGroups.has(groupOf?.(waiting.entry))
      if (taken.length === size || isBlocked || this.#runningKeys.has(key)) left.push(waiting)
      else {
        taken.push(waiting)
        this.#runningKeys.add(key)
      }
    }
    line.splice(0, line.length, ...left)
    return taken
  }

  /** Returns the groups of which no further batch may have entries now. */
  #blockedGroups(): Set<unknown> {
    if (!this.#limits.groupOf) return new Set()
    const counts = new Map<unknown, number>()
    for (const { groups, isLong } of this.#running) {
      if (isLong) for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    counts.delete(undefined)
    return new Set([...counts].flatMap(([group, count]) => (count < LONG_OF_GROUP ? [] : [group])))
  }

  async #run(batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    const { groupOf } = this.#limits
    const running: Running = { groups: new Set(batch.map(({ entry }) => groupOf?.(entry))), isLong: false }
    this.#running.add(running)
    const timer = setTimeout(() => {
      running.isLong = true
      this.#start()
    }, LONG_MS)
    const { again, alone } = await this.#settle(batch, false)
    clearTimeout(timer)
    this.#waiting.unshift(...again)
    for (const waiting of alone) {
      const group = groupOf?.(waiting.entry)
      this.#waitingAlone.set(group, [...(this.#waitingAlone.get(group) ?? []), waiting])
    }
    this.#running.delete(running)
    this.#end(batch)
  }

  async #runAlone(group: unknown, batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    this.#runningAlone.add(group)
    const { again, alone } = await this.#settle(batch, true)
    const left = [...again, ...alone, ...(this.#waitingAlone.get(group) ?? [])]
    this.#waitingAlone.delete(group)
    if (left.length > 0) this.#waitingAlone.set(group, left)
    this.#runningAlone.delete(group)
    this.#end(batch)
  }

  /** Ends a batch and starts those that can begin now. */
  #end(batch: readonly Waiting<Entry, Answer>[]): void {
    for (const { entry } of batch) this.#runningKeys.delete(this.#limits.keyOf?.(entry))
    this.#startAlone()
    this.#start()
  }

  /** Settles the entries of a batch. Returns those that are to be decided again. */
  async #settle(batch: readonly Waiting<Entry, Answer>[], mayWait: boolean): Promise<Open<Entry, Answer>> {
    const open: Open<Entry, Answer> = { again: [], alone: [], hasFailed: false }
    try {
      const outcomes = await this.#work(
        batch.map(({ entry }) => entry),
        mayWait,
      )
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index] as Outcome<Answer>, open)
    } catch (fault) {
      const isTogether = batch.length === 1 || isBusy(fault) || this.#limits.isShared?.(fault)
      if (!isTogether) return mayWait ? this.#settleInTurn(batch) : this.#settleApart(batch)
      for (const { reject } of batch) reject(fault)
      open.hasFailed = true
    }
    return open
  }

  /** Settles the entries of a batch apart, all at once. */
  async #settleApart(batch: readonly Waiting<Entry, Answer>[]): Promise<Open<Entry, Answer>> {
    const settled = await Promise.all(batch.map((waiting) => this.#settle([waiting], false)))
    return {
      again: settled.flatMap(({ again }) => again),
      alone: settled.flatMap(({ alone }) => alone),
      hasFailed: false,
    }
  }

  /**
   * Settles the entries of a batch that waits alone apart, one after the other until one fails. The others wait again:
   * at once, each would wait for the same on a connection of its own.
   */
  async #settleInTurn(batch: readonly Waiting<Entry, Answer>[]): Promise<Open<Entry, Answer>> {
    const open: Open<Entry, Answer> = { again: [], alone: [], hasFailed: false }
    for (const waiting of batch) {
      if (open.hasFailed) settle(waiting, ALONE, open)
      else {
        const { again, alone, hasFailed } = await this.#settle([waiting], true)
        open.again.push(...again)
        open.alone.push(...alone)
        open.hasFailed = hasFailed
      }
    }
    return open
  }
}

/** Settles an entry by its outcome, or notes that it is to be decided again. */
function settle<Entry, Answer>(
  waiting: Waiting<Entry, Answer>,
  outcome: Outcome<Answer>,
  open: Open<Entry, Answer>,
): void {
  if (outcome === AGAIN || outcome === ALONE) {
    waiting.tries += 1
    if (waiting.tries === MAX_TRIES) waiting.reject(busy())
    else if (outcome === AGAIN) open.again.push(waiting)
    else open.alone.push(waiting)
  } else if (outcome instanceof Refusal) waiting.reject(outcome.reason)
  else waiting.resolve(outcome)
}

/** Tells whether the work of a batch did not begin, because there was no room for it. */
function isBusy(fault: unknown): boolean {
  return fault instanceof Problem && fault.code === 'busy'
}

function busy() {
  return problem('busy', { retryAfterSeconds: 1 })
}
