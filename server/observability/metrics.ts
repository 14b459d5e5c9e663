import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
} from 'prom-client'
import { type Db, poolUseOf } from '#server/db/connection.ts'
import { type Action, allActions } from './actions.ts'
import { databaseFigures } from './database-figures.ts'
import { openShopMetrics } from './shop-metrics.ts'

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
  let readLags: () => ReadonlyMap<string, number> = () => new Map()
  const replicaLag = (name: string, help: string) =>
    new Gauge({
      name: `foyer_${name}`,
      help,
      labelNames: ['replica'],
      registers,
      collect() {
        this.reset()
        for (const [replica, seconds] of readLags()) this.set({ replica }, seconds)
      },
    })
  replicaLag('replica_lag_seconds', 'Time by which a replica may be behind the primary, +Inf if it is not used.')
  let countStreams = () => 0
  gauge('open_streams', 'Pages with live seat updates.', () => countStreams())
  gauge('database_connections', 'Open connections of the pool.', () => poolUseOf(db).open)
  gauge('database_connections_idle', 'Open connections of the pool that run nothing.', () => poolUseOf(db).idle)
  gauge('database_connections_max', 'Limit of the connections of the pool.', () => poolUseOf(db).max)
  gauge('database_waiting_queries', 'Queries that wait for a connection.', () => poolUseOf(db).waiting)

  const figures = databaseFigures(db)
  const shop = openShopMetrics()
  // As a primary process asks the workers; in a worker, answers it.
  const workers = new AggregatorRegistry<PrometheusContentType>()
  let scrapeAll: (() => Promise<string>) | undefined

  return {
    contentType: registry.contentType,

    /**
     * Writes all metrics in the text format of Prometheus, with new figures from the database. A worker writes those of
     * all workers.
     */
    async text(): Promise<string> {
      if (scrapeAll) return scrapeAll()
      shop.setDatabaseFigures(await figures())
      return Registry.merge([registry, shop.registry]).metrics()
    },

    /** Writes the metrics of the shop and of all workers of this machine, as their primary process. */
    async textOfWorkers(): Promise<string> {
      shop.setDatabaseFigures(await figures())
      return `${await workers.clusterMetrics()}\n${await shop.registry.metrics()}`
    },

    /**
     * Labels the metrics of this process as those of a worker and lets the primary process ask for them. `scrape` asks
     * the primary process for those of all workers.
     */
    joinWorkers(number: number, scrape: () => Promise<string>): void {
      registry.setDefaultLabels({ worker: String(number) })
      AggregatorRegistry.setRegistries(registry)
      scrapeAll = scrape
    },

    setDatabaseFigures: shop.setDatabaseFigures,
    watchBackup: shop.watchBackup,
    countRestart: shop.countRestart,

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

    /** Sets the function that knows by how many seconds replicas may be behind. */
    watchReplicas(lags: () => ReadonlyMap<string, number>): void {
      readLags = lags
    },

    /** Adds the default metrics of a Node process, such as memory and event loop delay. */
    watchProcess(): void {
      collectDefaultMetrics({ register: registry })
    },
  }
}

function outcomeOf(status: number): string {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'done'
}
