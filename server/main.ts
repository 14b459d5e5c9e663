import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { atMost } from './concurrency/at-most.ts'
import { MigrationBlockedError } from './db/apply-migration.ts'
import { connect, isTransientFault } from './db/connection.ts'
import { DataInUseError } from './db/embedded/embedded.ts'
import { readServerSettings, type Settings, SettingsError } from './settings/env.ts'
import { listUnwrittenPages } from './features/legal/read-legal-text.ts'
import { findMisspelledSettings } from './settings/misspelled-settings.ts'
import { openLog } from './observability/log.ts'
import { endLog } from './observability/log-output.ts'
import { openMetrics } from './observability/metrics.ts'
import { startTracing } from './observability/tracing.ts'
import { onOrder, readMetricsOfAll, receiveStart } from './processes/messages.ts'
import { CLOSE_WITHIN_MS, openServer } from './processes/open-server.ts'
import { openShop } from './processes/open-shop.ts'
import { startWorkers } from './processes/workers.ts'

const CLOSE_TRACING_WITHIN_MS = 1_000
const CLOSE_DATABASE_WITHIN_MS = 1_000
/** Besides CLOSE_WITHIN_MS: the time in which a worker closes its database and ends. */
const WORKER_ENDS_WITHIN_MS = 2_500

const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Keeps the shop running without a reader of its output, such as a parent process that closed the pipe. An unhandled
 * error of these streams would end the process and leave the embedded database running.
 */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

type Close = (hurry: AbortSignal) => Promise<void>

/**
 * Opens the shop, in this process or by several workers, and returns the function that closes it. Leaves nothing
 * running if it throws, also after `stop`.
 */
async function open(stop: AbortSignal, hurry: AbortSignal): Promise<Close> {
  const settings = readServerSettings(process.env)
  for (const { name, meant } of findMisspelledSettings(process.env)) {
    say(`The environment variable ${name} is no setting and has no effect. Is ${meant} meant?`)
  }
  const opened = new AsyncDisposableStack()
  try {
    if (settings.WORKERS === 1) opened.defer(await trace(settings))
    const shop = await openShop(settings, say, stop)
    opened.defer(shop.close)
    const served = { ...shop, settings: { ...settings, DATABASE_POOL: shop.pool } }
    const server = settings.WORKERS === 1 ? await openServer(served, stop) : await openWorkers(served, { stop, hurry })
    if (settings.VERIFY_EMAIL && !settings.SMTP_URL) {
      say(`VERIFY_EMAIL is on, but SMTP_URL is not set: codes are in the files of ${join(settings.DATA_DIR, 'mail')}.`)
    }
    await warnOfExampleTexts(settings)
    say(`\nFoyer is open at ${settings.PUBLIC_URL}\n`)
    return async (hurry) => {
      await server.close(hurry)
      await opened.disposeAsync()
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

type Signals = { stop: AbortSignal; hurry: AbortSignal }
type ServedShop = Awaited<ReturnType<typeof openShop>> & { settings: Settings }

/** Serves an open shop by workers, which this process replaces when they end. */
async function openWorkers(shop: ServedShop, signals: Signals): Promise<{ close: Close }> {
  const { settings, connectionString, metrics } = shop
  const workers = await startWorkers({
    count: settings.WORKERS,
    start: { connectionString, pool: settings.DATABASE_POOL },
    ...signals,
    log: openLog(settings, 'workers'),
    readMetrics: metrics.textOfWorkers,
    onRestart: metrics.countRestart,
  })
  const withinMs = settings.DRAIN_SECONDS * 1_000 + CLOSE_WITHIN_MS + WORKER_ENDS_WITHIN_MS
  return { close: () => workers.close(withinMs) }
}

/** Opens a worker of the shop that the primary process has opened, and returns the function that closes it. */
async function openWorker(stop: AbortSignal): Promise<Close> {
  const { number, connectionString, pool } = await receiveStart()
  stop.throwIfAborted()
  const settings = { ...readServerSettings(process.env), DATABASE_POOL: pool }
  const opened = new AsyncDisposableStack()
  try {
    opened.defer(await trace(settings))
    const db = connect(connectionString, { max: pool })
    opened.defer(() => atMost(CLOSE_DATABASE_WITHIN_MS, db.destroy()))
    const metrics = openMetrics(db)
    metrics.joinWorkers(number, readMetricsOfAll)
    const server = await openServer({ settings, db, connectionString, metrics }, stop)
    return async (hurry) => {
      await server.close(hurry)
      await opened.disposeAsync()
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Starts tracing and returns the function that ends it. */
async function trace(settings: Settings): Promise<() => Promise<void>> {
  const tracing = await startTracing(settings)
  return () => atMost(CLOSE_TRACING_WITHIN_MS, tracing.close())
}

/** Warns of a public shop whose imprint, terms or other texts the organiser has not written. */
async function warnOfExampleTexts({ isPublic, LEGAL_DIR }: Settings): Promise<void> {
  const unwritten = isPublic ? await listUnwrittenPages(LEGAL_DIR) : []
  if (unwritten.length === 0) return
  say(`These pages are missing or still show an example: ${unwritten.join(', ')}. Write their files in ${LEGAL_DIR}.`)
}

/** Describes an error that the operator can fix in a sentence, and any other error, a bug, by its stack. */
function explain(error: unknown): string {
  const expected = [SettingsError, DataInUseError, MigrationBlockedError]
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message
  if (error instanceof Error && isTransientFault(error)) {
    return `The database became unavailable during the start (${error.message}). Start again when it answers.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

ignoreOutputErrors()
const stop = new AbortController()
const hurry = new AbortController()
// A group of processes may get SIGTERM more than once. Ctrl-C waits for no load balancer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stop.abort()
    if (signal === 'SIGINT') hurry.abort()
  })
}
onOrder((order) => {
  if (order.what !== 'stop') return
  stop.abort()
  if (order.isHurried) hurry.abort()
})
try {
  const close = await (cluster.isWorker ? openWorker(stop.signal) : open(stop.signal, hurry.signal))
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  await close(hurry.signal)
} catch (error) {
  if (error !== stop.signal.reason) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}
await endLog()
process.exit()
