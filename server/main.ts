import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { atMost } from './at-most.ts'
import type { AppContext } from './context.ts'
import { MigrationBlockedError } from './db/apply-migration.ts'
import { startWalReceiver } from './db/backup/wal-receiver.ts'
import { openBus } from './db/bus.ts'
import { isTransientFault } from './db/connection.ts'
import { DataInUseError } from './db/embedded/embedded.ts'
import { openDatabase } from './db/open.ts'
import { selectMayChangeBooks } from './db/roles/rights.sql.ts'
import { readServerSettings, type Settings, SettingsError } from './env.ts'
import { listUnwrittenPages } from './features/legal/read-legal-text.ts'
import { makeFirstAdmin } from './features/users/make-first-admin.ts'
import { keepTokenKey } from './features/auth/keep-token-key.ts'
import { tokensWith } from './features/auth/tokens.ts'
import { openPlanReader } from './features/seating/plan-process/plan-process.ts'
import { openWallets } from './gateways/wallets/open-wallets.ts'
import { providersOf } from './gateways/payments/providers-of.ts'
import { openPictureEncoder } from './gateways/pictures/picture-encoder.ts'
import { isShopEmpty } from './demo/shop.sql.ts'
import { loadDemo } from './demo/load-demo.ts'
import { refuseDemoCustomer } from './demo/refuse-demo-customer.ts'
import { probePort } from './http/probe-port.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'
import { openMetrics } from './observability/metrics.ts'
import { startTracing } from './observability/tracing.ts'
import { startWorker } from './worker.ts'

/** Limits the time in which jobs and requests end and connections close. */
const CLOSE_WITHIN_MS = 7_500
const CLOSE_TRACING_WITHIN_MS = 1_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Keeps the shop running without a reader of its output, such as a parent process that closed the pipe. An unhandled
 * error of these streams would end the process and leave the embedded database running.
 */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Opens the shop and returns the function that closes it. Leaves nothing running if it throws, also after `stop`. */
async function open(stop: AbortSignal): Promise<(hurry: AbortSignal) => Promise<void>> {
  const settings = readServerSettings(process.env)
  for (const { name, meant } of findMisspelledSettings(process.env)) {
    say(`The environment variable ${name} is no setting and has no effect. Is ${meant} meant?`)
  }
  const toClose = new AsyncDisposableStack()
  /** Closes all that uses the database. */
  const users = new AsyncDisposableStack()
  try {
    const tracing = await startTracing(settings)
    toClose.defer(() => atMost(CLOSE_TRACING_WITHIN_MS, tracing.close()))
    say(settings.DATABASE_URL ? 'Opening the database …' : 'Starting the embedded PostgreSQL …')
    const { db, connectionString, ownerUrl, close } = await openDatabase(settings, say, { stop })
    toClose.defer(close)
    stop.throwIfAborted()
    const metrics = openMetrics(db)
    if (await selectMayChangeBooks(db)) {
      say('The role of DATABASE_URL may change invoices and drop tables, and so may a fault of the shop.')
      say('See "Two database roles" in docs/operations.md.')
    }
    if (!settings.DATABASE_URL) {
      const backupLog = pino({ level: settings.LOG_LEVEL, name: 'backup' })
      const receiver = startWalReceiver({
        dataDir: settings.DATA_DIR,
        connectionString,
        log: { warn: (text) => backupLog.warn(text), info: (text) => backupLog.info(text) },
      })
      users.defer(receiver.stop)
      metrics.watchBackup(receiver.state)
    }
    await probePort(settings.HOST, settings.PORT)
    const tokens = tokensWith(settings.JWT_SECRET ?? (await keepTokenKey(db)))
    if (settings.DEMO && (await isShopEmpty(db))) {
      say('Loading the demo programme …')
      const onProgress = (text: string) => {
        stop.throwIfAborted()
        say(text)
      }
      await loadDemo(db, { now: new Date(), ownerUrl, onProgress, settings })
    }
    if (settings.isPublic && !settings.DEMO) await refuseDemoCustomer(db)
    const firstAdmin = await makeFirstAdmin(db, settings)
    if (firstAdmin)
      say(`The administrator is ${firstAdmin.email}, with the password ${firstAdmin.password} (shown this once).`)
    const log = pino({ level: settings.LOG_LEVEL, name: 'bus' })
    const bus = await openBus(db, connectionString, (error) => log.warn(error))
    users.defer(bus.close)
    const pictureLog = pino({ level: settings.LOG_LEVEL, name: 'pictures' })
    const pictures = openPictureEncoder({ log: (text) => pictureLog.warn(text) })
    users.defer(pictures.close)
    const planReader = openPlanReader({ log: (text) => pictureLog.warn(text) })
    const providers = await providersOf(settings)
    const wallets = await openWallets(settings)
    const context: AppContext = { db, bus, settings, tokens, pictures, planReader, metrics, providers, wallets }
    const app = await buildApp(context)
    users.defer(() => app.close())
    const worker = await startWorker(context, connectionString)
    users.defer(worker.stop)
    await app.listen({ host: settings.HOST, port: settings.PORT })
    stop.throwIfAborted()
    if (settings.VERIFY_EMAIL && !settings.SMTP_URL) {
      say(`VERIFY_EMAIL is on, but SMTP_URL is not set: codes are in the files of ${join(settings.DATA_DIR, 'mail')}.`)
    }
    await warnOfExampleTexts(settings)
    say(`\nFoyer is open at ${settings.PUBLIC_URL}\n`)
    return async (hurry) => {
      app.drain.start()
      const drained = wait(settings.DRAIN_SECONDS * 1_000, undefined, { signal: hurry }).catch(() => undefined)
      const stopped = worker.stop()
      await drained
      await atMost(
        CLOSE_WITHIN_MS,
        Promise.all([stopped, app.close()]).then(() => users.disposeAsync()),
      )
      await toClose.disposeAsync()
    }
  } catch (error) {
    await users.disposeAsync()
    await toClose.disposeAsync()
    throw error
  }
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
try {
  const close = await open(stop.signal)
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  await close(hurry.signal)
  process.exit(0)
} catch (error) {
  if (error === stop.signal.reason) process.exit(0)
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
