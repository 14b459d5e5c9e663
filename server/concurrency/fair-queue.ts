import { AsyncLocalStorage } from 'node:async_hooks'
import { problem } from '#domain/problem.ts'

export type QueueLimits = {
  /** The number of tasks that run at once. One if missing. */
  atOnce?: number
  /** The number of waiting tasks of all lanes. */
  maxWaiting: number
  maxWaitMs: number
  retryAfterSeconds: number
}

/** `start` does the work, and returns what tells its result. */
type Task = { start: () => Promise<() => void>; refuse: () => void }

/**
 * Runs tasks one at a time, or a few. Lanes that wait get as much time as each other (start-time fair queueing): the
 * next turn is that of the lane that has worked least since all of them waited, a new one before others. So a lane of
 * many or long tasks delays another one by the running task alone, and no lane pays later for work that nobody had to
 * wait for. Lanes that have worked as much take turns. A full queue refuses the newest task of its longest lane.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #lanes = new Map<string, Task[]>()
  readonly #running = new Set<Promise<void>>()
  /**
   * Milliseconds of work of the lanes that have worked as much as the clock says, since tasks began to wait. The others
   * count as having worked until the clock.
   */
  readonly #worked = new Map<string, number>()
  /** The work of the lane that had the last turn, before that turn. */
  #clock = 0
  #isClosed = false

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Runs a task in its turn. Throws `busy` if the queue is full or closed, or the turn does not come in time. */
  run<Result>(lane: string, work: () => Promise<Result>): Promise<Result> {
    // The end of another task starts it, in that one's context.
    const inOwnContext = AsyncLocalStorage.snapshot()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(lane, task)
        task.refuse()
      }, this.#limits.maxWaitMs)
      const task: Task = {
        start: () => {
          clearTimeout(timer)
          return inOwnContext(work).then(
            (result) => () => resolve(result),
            (error: unknown) => () => reject(error),
          )
        },
        refuse: () => {
          clearTimeout(timer)
          reject(problem('busy', { retryAfterSeconds: this.#limits.retryAfterSeconds }))
        },
      }
      if (this.#isClosed) task.refuse()
      else this.#add(lane, task)
    })
  }

  /** Refuses all waiting and later tasks and waits for the running ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const task of [...this.#lanes.values()].flat()) task.refuse()
    this.#lanes.clear()
    await Promise.all(this.#running)
  }

  #add(lane: string, task: Task): void {
    const tasks = this.#lanes.get(lane)
    if (tasks) tasks.push(task)
    else this.#lanes.set(lane, [task])
    if (this.#running.size < (this.#limits.atOnce ?? 1)) this.#startNext()
    else if (this.#countWaiting() > this.#limits.maxWaiting) this.#shed()
  }

  #startNext(): void {
    const next = this.#takeNext()
    if (!next) return
    const before = this.#workOf(next.lane)
    this.#clock = before
    const start = performance.now()
    const running = next.task.start().then((tellResult) => {
      const worked = Math.max(this.#worked.get(next.lane) ?? 0, before)
      this.#worked.set(next.lane, worked + performance.now() - start)
      this.#running.delete(running)
      const isIdle = this.#running.size === 0 && this.#lanes.size === 0
      for (const [lane, work] of this.#worked) if (isIdle || work < this.#clock) this.#worked.delete(lane)
      tellResult()
      this.#startNext()
    })
    this.#running.add(running)
  }

  /**
   * Takes the oldest task of the lane that has worked least, of several the first of those that have not worked, and
   * moves the lane to the end.
   */
  #takeNext(): { lane: string; task: Task } | undefined {
    const hasWorked = (lane: string) => Number(this.#worked.has(lane))
    const [lane] = [...this.#lanes.keys()].toSorted(
      (one, other) => this.#workOf(one) - this.#workOf(other) || hasWorked(one) - hasWorked(other),
    )
    if (lane === undefined) return undefined
    const [task, ...rest] = this.#lanes.get(lane) ?? []
    this.#lanes.delete(lane)
    if (rest.length > 0) this.#lanes.set(lane, rest)
    return task && { lane, task }
  }

  #workOf(lane: string): number {
    return Math.max(this.#worked.get(lane) ?? 0, this.#clock)
  }

  #shed(): void {
    const [lane, tasks] = [...this.#lanes].reduce((longest, each) =>
      each[1].length >= longest[1].length ? each : longest,
    )
    const newest = tasks.at(-1)
    if (!newest) return
    this.#remove(lane, newest)
    newest.refuse()
  }

  #remove(lane: string, task: Task): void {
    const rest = (this.#lanes.get(lane) ?? []).filter((each) => each !== task)
    if (rest.length > 0) this.#lanes.set(lane, rest)
    else this.#lanes.delete(lane)
  }

  #countWaiting(): number {
    return [...this.#lanes.values()].reduce((sum, tasks) => sum + tasks.length, 0)
  }
}
