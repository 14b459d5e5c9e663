import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { atMost } from '../concurrency/at-most.ts'
import type { AppContext } from '../context.ts'
import { openBus } from '../db/bus.ts'
import { openLanes } from '../db/connection-shares.ts'
import type { Db } from '../db/connection.ts'
import { handOutboxOver } from '../db/outbox.sql.ts'
import { openReplicas } from '../db/replicas/replicas.ts'
import type { Settings } from '../settings/env.ts'
import { keepTokenKey } from '../features/auth/keep-token-key.ts'
import { tokensWith } from '../features/auth/tokens.ts'
import { requirePayments } from '../features/orders/payments/require-payments.ts'
import { hasOtherSecret } from '../features/ticket-codes/ticket-keys.ts'
import { openPlanReader } from '../features/seating/plan-process/plan-process.ts'
import { providersOf } from '../gateways/payments/providers-of.ts'
import { openPictureEncoder } from '../gateways/pictures/picture-encoder.ts'
import { openWallets } from '../gateways/wallets/open-wallets.ts'
import { openLog } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { acceptConnections } from '../http/accept-connections.ts'
import { copySocket } from './copied-sockets.ts'
import { returnSpareMemory } from './spare-memory.ts'
import { startWorker } from '../jobs/worker.ts'

/** Limits the time in which jobs and requests end and connections close. */
export const CLOSE_WITHIN_MS = 7_500

const OTHER_SECRET =
  'The newest key of ticket codes was made with another JWT_SECRET. Unless you are changing it, give all servers the same one, then run "npm run ticket-keys -- rotate".'

type ServedShop = { settings: Settings; db: Db; connectionString: string; metrics: Metrics }

/** A process that answers requests and runs jobs. */
export type OpenServer = {
  /**
   * Serves on for DRAIN_SECONDS unless `hurry`, finishes what runs, hands over the mails of its orders, and closes. The
   * database stays open.
   */
  close: (hurry: AbortSignal) => Promise<void>
}

/** Serves an open shop at HOST and PORT. Leaves nothing running if it throws, also after `stop`. */
export async function openServer(
  { settings, db, connectionString, metrics }: ServedShop,
  stop: AbortSignal,
): Promise<OpenServer> {
  const opened = new AsyncDisposableStack()
  try {
    await requirePayments(db, settings)
    const tokens = tokensWith(settings.JWT_SECRET ?? (await keepTokenKey(db)))
    const log = openLog(settings, 'server')
    if (await hasOtherSecret({ db, tokens })) log.warn(OTHER_SECRET)
    const busLog = openLog(settings, 'bus')
    const bus = await openBus(db, connectionString, (error) => busLog.warn(error))
    opened.defer(bus.close)
    const pictureLog = openLog(settings, 'pictures')
    const pictures = openPictureEncoder({ log: (text) => pictureLog.warn(text) })
    opened.defer(pictures.close)
    const planReader = openPlanReader({ log: (text) => pictureLog.warn(text) })
    const providers = await providersOf(settings)
    const wallets = await openWallets(settings)
    const replicaLog = openLog(settings, 'replicas')
    const { browse, lags, close } = await openReplicas({ db, bus }, settings, {
      warn: (text) => replicaLog.warn(text),
      info: (text) => replicaLog.info(text),
    })
    opened.defer(close)
    metrics.watchReplicas(lags)
    const lanes = openLanes(settings)
    const context: AppContext = {
      db,
      browse,
      bus,
      lanes,
      settings,
      tokens,
      pictures,
      planReader,
      metrics,
      providers,
      wallets,
    }
    const app = await buildApp(context)
    opened.defer(() => app.close())
    const worker = await startWorker(context, connectionString)
    opened.defer(worker.stop)
    const closeFurtherSockets = await acceptConnections(
      app,
      { host: await addressOf(settings.HOST), port: settings.PORT },
      cluster.isWorker ? copySocket : undefined,
    )
    opened.defer(closeFurtherSockets)
    stop.throwIfAborted()
    opened.defer(returnSpareMemory())
    return {
      close: async (hurry) => {
        app.drain.start()
        const drained = wait(settings.DRAIN_SECONDS * 1_000, undefined, { signal: hurry }).catch(() => undefined)
        const stopped = worker.stop()
        await drained
        await atMost(
          CLOSE_WITHIN_MS,
          Promise.all([stopped, app.close(), closeFurtherSockets()])
            .then(() => handOutboxOver(db).catch((error: unknown) => log.warn(error)))
            .then(() => opened.disposeAsync()),
        )
      },
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/**
 * Returns one address of `localhost`, and any other host as it is. Fastify would listen at all addresses of
 * `localhost`, by further servers without the limits of this one.
 */
async function addressOf(host: string): Promise<string> {
  return host === 'localhost' ? (await lookup(host)).address : host
}
