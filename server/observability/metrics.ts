import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupState } from '#server/db/backup/wal-receiver.ts'
import { type Db, poolUseOf } from '#server/db/connection.ts'
import { type Action, allActions } from './actions.ts'
import type { DatabaseFigures } from './database-figures.ts'

const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type CountedRequest = {
  method: string
  route: string
  status: number
  /** Undefined for streams. */
  seconds: number | undefined
  action: Action | undefined
  problem: string | undefined
}

/** The metrics of one server. Every label has finitely many values. */
export type Metrics = ReturnType<typeof openMetrics>

/** Creates the metrics of one server, with their own registry, so that servers in one process do not share counts. */
export function openMetrics(db: Db) {
  const registry = new Registry()
  const registers = [registry]
  const latency = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer. Without streams.',
    labelNames: ['method', 'route'],
    buckets: LATENCY_SECONDS,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `foyer_${name}`, help, labelNames, registers })
  const requests = counter('http_requests_total', 'Answered requests.', 'method', 'route', 'status')
  const actions = counter('actions_total', 'Calls that a shop lives by, with their outcome.', 'action', 'outcome')
  const refusals = counter('refusals_total', 'Refused requests by the code of the problem.', 'code')
  const jobRuns = counter('job_runs_total', 'Attempts of background jobs.', 'task', 'outcome')
  const mails = counter('mails_total', 'Mails that were sent, and attempts that failed.', 'outcome')
  // A counter that begins at 0 shows its first increase.
  for (const action of allActions) {
    for (const outcome of ['done', 'refused', 'failed']) actions.inc({ action, outcome }, 0)
  }
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `foyer_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  let countStreams = () => 0
  gauge('open_streams', 'Pages with live seat updates.', () => countStreams())
  gauge('database_connections', 'Open connections of the pool.', () => poolUseOf(db).open)
  gauge('database_connections_idle', 'Open connections of the pool that run nothing.', () => poolUseOf(db).idle)
  gauge('database_connections_max', 'Limit of the connections of the pool.', () => poolUseOf(db).max)
  gauge('database_waiting_queries', 'Queries that wait for a connection.', () => poolUseOf(db).waiting)

  let figures: DatabaseFigures | undefined
  const audit = () => figures?.audit
  gauge('database_up', '1 if the database answered the last question of these metrics, else 0.', () =>
    figures ? 1 : 0,
  )
  gauge('audit_violations', 'Violations that the last audit found, at most 200.', () => audit()?.violations ?? 0)
  gauge(
    'audit_last_check_timestamp_seconds',
    'Unix time of the last audit, 0 before the first.',
    () => audit()?.at ?? 0,
  )
  gauge('audit_duration_seconds', 'Duration of the last audit.', () => audit()?.seconds ?? 0)
  let backupState: (() => BackupState) | undefined
  const backupGauge = (name: string, help: string, read: (state: BackupState) => Date | undefined) =>
    new Gauge({
      name: `foyer_${name}`,
      help,
      registers,
      // Without a sample for a database whose backups the shop does not make.
      collect() {
        this.reset()
        if (backupState) this.set((read(backupState())?.getTime() ?? 0) / 1_000)
        else this.remove()
      },
    })
  backupGauge(
    'backup_last_timestamp_seconds',
    'Unix time of the last backup of the embedded database, 0 without one.',
    ({ madeAt }) => madeAt,
  )
  backupGauge(
    'backup_covered_timestamp_seconds',
    'Unix time until which that backup contains all changes, 0 without one.',
    ({ coveredUntil }) => coveredUntil,
  )
  const jobs = new Gauge({
    name: 'foyer_jobs',
    help: 'Jobs in the queue: due now, due later, or given up after the last attempt.',
    labelNames: ['task', 'state'],
    registers,
  })
  const oldestJob = new Gauge({
    name: 'foyer_oldest_job_age_seconds',
    help: 'Time since the oldest due job became due.',
    labelNames: ['task'],
    registers,
  })

  return {
    contentType: registry.contentType,

    /** Writes all metrics in the text format of Prometheus. */
    text: () => registry.metrics(),

    countRequest({ method, route, status, seconds, action, problem }: CountedRequest): void {
      requests.inc({ method, route, status })
      if (seconds !== undefined) latency.observe({ method, route }, seconds)
      if (action) actions.inc({ action, outcome: outcomeOf(status) })
      if (problem) refusals.inc({ code: problem })
    },

    countJob(task: string, outcome: 'done' | 'failed' | 'given_up'): void {
      jobRuns.inc({ task, outcome })
    },

    countMail(outcome: 'sent' | 'failed'): void {
      mails.inc({ outcome })
    },

    /** Sets the function that counts the open streams. */
    watchStreams(count: () => number): void {
      countStreams = count
    },

    /** Sets the function that knows the backups of the embedded database. */
    watchBackup(state: () => BackupState): void {
      backupState = state
    },

    /** Adds the default metrics of a Node process, such as memory and event loop delay. */
    watchProcess(): void {
      collectDefaultMetrics({ register: registry })
    },

    /** Sets the figures that come from the database. Undefined if it did not answer. */
    setDatabaseFigures(latest: DatabaseFigures | undefined): void {
      figures = latest
      jobs.reset()
      oldestJob.reset()
      for (const { task, due, later, givenUp, oldestSeconds } of latest?.queue ?? []) {
        jobs.set({ task, state: 'due' }, due)
        jobs.set({ task, state: 'later' }, later)
        jobs.set({ task, state: 'given_up' }, givenUp)
        oldestJob.set({ task }, oldestSeconds)
      }
    },
  }
}

function outcomeOf(status: number): string {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'done'
}
