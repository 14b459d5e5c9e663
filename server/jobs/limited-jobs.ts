import type { WorkerEvents } from 'graphile-worker'

/** Limits how many jobs with a flag one runner does at once. Each limit is asked for before a job is taken. */
export class LimitedJobs {
  readonly #limits: ReadonlyMap<string, () => number>
  readonly #running = new Map<string, Set<string>>()
  /** How many times a job is being asked for. Each may turn out to be one with a flag. */
  #asking = 0

  constructor(limits: Record<string, () => number>) {
    this.#limits = new Map(Object.entries(limits))
    for (const flag of this.#limits.keys()) this.#running.set(flag, new Set())
  }

  /** Returns the flags of jobs that cannot be taken now. Called whenever the runner asks for a job. */
  ask(): string[] {
    this.#asking += 1
    return [...this.#limits]
      .filter(([flag, limit]) => (this.#running.get(flag)?.size ?? 0) + this.#asking > limit())
      .map(([flag]) => flag)
  }

  watch(events: WorkerEvents): void {
    const endAsking = () => void (this.#asking -= 1)
    events.on('job:start', endAsking)
    events.on('worker:getJob:empty', endAsking)
    events.on('worker:getJob:error', endAsking)
    events.on('job:start', ({ job }) => {
      for (const flag of Object.keys(job.flags ?? {})) this.#running.get(flag)?.add(job.id)
    })
    events.on('job:complete', ({ job }) => {
      for (const running of this.#running.values()) running.delete(job.id)
    })
  }
}
