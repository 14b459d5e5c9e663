import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { run, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type { Db } from '../db/connection.ts'
import { jobConnectionName } from '../db/job-pool.ts'
import { handJobsBack } from '../db/jobs.sql.ts'

const FAILURES_BEFORE_RESTART = 6
/** Limits the time in which an ending runner reports its last jobs, counted from the end of the last of them. */
const REPORT_WITHIN_MS = 3_000
/** Limits the time for which an ending runner waits for its jobs. */
const END_WITHIN_MS = 20_000
/** More than the jobs whose ends a runner reports at once. */
const REMEMBERED_JOBS = 200

/** Runs background jobs until it ends, by `stop` or by a fault of its connections to the database. */
export type JobRunner = {
  /**
   * Resolves, or rejects with the fault, when the runner takes no more jobs and has reported those it took, or failed
   * to do so in time.
   */
  ended: Promise<void>
  stop: () => Promise<void>
  /** Deletes the jobs that the runner has done but not reported, and releases the others that it has locked. */
  handBack: (db: Db) => Promise<void>
}

/** Starts a runner of graphile-worker. `watch` can listen to its events before the first job is asked for. */
export async function startJobRunner(
  options: Omit<RunnerOptions, 'events'>,
  watch: (events: WorkerEvents) => void,
): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter()
  const running = new Set<string>()
  const done: string[] = []
  let name: string | undefined
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id
  })
  // Lets other servers tell whether this runner is alive. Waits until the connection listens.
  events.on('pool:listen:success', ({ client, workerPool }) => {
    const rename = `select set_config('application_name', $1, false)`
    client.once('drain', () => {
      client.query(rename, [jobConnectionName(workerPool.id)]).catch(() => undefined)
    })
  })
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:success', ({ job }) => {
    done.push(job.id)
    if (done.length > REMEMBERED_JOBS) done.shift()
  })
  events.on('job:complete', ({ job }) => running.delete(job.id))
  const isEnding = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()))
  watch(events)

  const runner = await run({ ...options, events })
  stopWhenItCannotWork(runner)

  /**
   * Waits for longer than an ending runner needs. Two failed reports in a row make graphile-worker 0.18 wait for ever:
   * its count of unfinished reports becomes negative.
   */
  async function waitInVain(): Promise<void> {
    await isEnding
    const deadline = performance.now() + END_WITHIN_MS
    let idleSince = performance.now()
    while (performance.now() < Math.min(deadline, idleSince + REPORT_WITHIN_MS)) {
      await wait(100, undefined, { ref: false })
      if (running.size > 0) idleSince = performance.now()
    }
    // The schedule of a runner whose end hangs goes on otherwise.
    runner.stop('it does not end').catch(() => undefined)
  }
  return {
    ended: Promise.race([runner.promise, waitInVain()]),
    stop: () => runner.stop(),
    handBack: async (db) => {
      if (name !== undefined) await handJobsBack(db, name, done)
    },
  }
}

/** Stops a runner that can take no more jobs, as may happen after a connection breaks at the wrong moment. */
function stopWhenItCannotWork(runner: Runner): void {
  let failures = 0
  const resetFailures = () => {
    failures = 0
  }
  runner.events.on('worker:getJob:empty', resetFailures)
  runner.events.on('job:start', resetFailures)
  runner.events.on('worker:getJob:error', () => {
    failures += 1
    if (failures === FAILURES_BEFORE_RESTART) runner.stop('it cannot take jobs').catch(() => undefined)
  })
}
