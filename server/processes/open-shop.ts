import { atMost } from '../concurrency/at-most.ts'
import { startWalReceiver } from '../db/backup/wal-receiver.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { selectMayChangeBooks } from '../db/roles/rights.sql.ts'
import { refuseDemoCustomer } from '../demo/refuse-demo-customer.ts'
import { isShopEmpty } from '../demo/shop.sql.ts'
import type { Settings } from '../settings/env.ts'
import { makeFirstAdmin } from '../features/users/make-first-admin.ts'
import { probePort } from '../http/probe-port.ts'
import { openLog } from '../observability/log.ts'
import { type Metrics, openMetrics } from '../observability/metrics.ts'

/** Limits the time in which the last changes reach the backup. */
const CLOSE_BACKUP_WITHIN_MS = 2_500

/** A shop whose database is open and ready to be served. */
type OpenShop = OpenDatabase & { metrics: Metrics }

/**
 * Does what a shop needs once, however many processes serve it: opens and migrates the database, transfers changes to
 * the backup, loads the demo programme, creates the first administrator. Leaves nothing running if it throws, also
 * after `stop`.
 */
export async function openShop(settings: Settings, say: (text: string) => void, stop: AbortSignal): Promise<OpenShop> {
  say(settings.DATABASE_URL ? 'Opening the database …' : 'Starting the embedded PostgreSQL …')
  const opened = new AsyncDisposableStack()
  try {
    const database = await openDatabase(settings, say, { stop })
    opened.defer(database.close)
    stop.throwIfAborted()
    const { db, connectionString, ownerUrl } = database
    const metrics = openMetrics(db)
    if (await selectMayChangeBooks(db)) {
      say('The role of DATABASE_URL may change invoices and drop tables, and so may a fault of the shop.')
      say('See "Two database roles" in docs/operations.md.')
    }
    if (!settings.DATABASE_URL) {
      const log = openLog(settings, 'backup')
      const receiver = startWalReceiver({
        dataDir: settings.DATA_DIR,
        connectionString,
        log: { warn: (text) => log.warn(text), info: (text) => log.info(text) },
      })
      opened.defer(() => atMost(CLOSE_BACKUP_WITHIN_MS, receiver.stop()))
      metrics.watchBackup(receiver.state)
    }
    await probePort(settings.HOST, settings.PORT)
    if (settings.DEMO && (await isShopEmpty(db))) {
      say('Loading the demo programme …')
      const onProgress = (text: string) => {
        stop.throwIfAborted()
        say(text)
      }
      // Imported when needed: it draws pictures, whose library takes 13 MB.
      const { loadDemo } = await import('../demo/load-demo.ts')
      await loadDemo(db, { now: new Date(), ownerUrl, onProgress, settings })
    }
    if (settings.isPublic && !settings.DEMO) await refuseDemoCustomer(db)
    const firstAdmin = await makeFirstAdmin(db, settings)
    if (firstAdmin) {
      const { email, newPassword } = firstAdmin
      const password = newPassword ? `the password ${newPassword} (shown this once)` : 'the password of ADMIN_PASSWORD'
      say(`The administrator is ${email}, with ${password}.`)
    }
    return { ...database, metrics, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
