import { Counter, Gauge, Registry } from 'prom-client'
import type { BackupState } from '#server/db/backup/wal-receiver.ts'
import type { DatabaseFigures } from './database-figures.ts'

/** Opens the metrics of a shop, which are the same whichever of its processes tells them. */
export function openShopMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `foyer_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const restarts = new Counter({
    name: 'foyer_worker_restarts_total',
    help: 'Workers of this machine that ended and were replaced.',
    registers,
  })

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
    registry,

    /** Counts a worker that ended and was replaced. */
    countRestart: () => restarts.inc(),

    /** Sets the function that knows the backups of the embedded database. */
    watchBackup(state: () => BackupState): void {
      backupState = state
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
