import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { UserId } from '#domain/ids.ts'
import { buildApp } from '#server/app.ts'
import type { AppContext } from '#server/context.ts'
import { openBus } from '#server/db/bus.ts'
import { openLanes } from '#server/db/connection-shares.ts'
import type { Db } from '#server/db/connection.ts'
import { readSettings } from '#server/settings/env.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { openPlanReader } from '#server/features/seating/plan-process/plan-process.ts'
import type { PaymentProvider } from '#server/gateways/payments/provider.ts'
import { openPictureEncoder } from '#server/gateways/pictures/picture-encoder.ts'
import { openWallets } from '#server/gateways/wallets/open-wallets.ts'
import { openMetrics } from '#server/observability/metrics.ts'
import { freshDatabase } from './database.ts'
import { insertTestSession } from './test-data.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Asked = {
  as?: UserId | string | undefined
  /** Sent as multipart if it is a FormData, else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** The IP address of the client. */
  from?: string
}

/** Signs the tokens of all test shops. */
export const TOKEN_SECRET = 'a secret of the tests, at least 32 characters'

/** A shop on its own database, called over HTTP. */
export type TestShop = {
  db: Db
  databaseUrl: string
  /** The database with the rights of its owner. */
  owner: Db
  ownerUrl: string
  app: FastifyInstance
  context: AppContext
  /** Sends a request below `api/v1`, as a user (an id creates a session; a token is used as is) or as a visitor. */
  ask: (method: Method, path: string, asked?: Asked) => Promise<LightMyRequestResponse>
  /** Creates a session of the user and returns its token. */
  tokenOf: (userId: UserId) => Promise<string>
  close: () => Promise<void>
}

/** Opens a shop for one test file. `settings` are environment variables. Payments are simulated without providers. */
export async function openTestShop(
  settings: Record<string, string> = {},
  providers: readonly PaymentProvider[] = [],
): Promise<TestShop> {
  const { db, url: databaseUrl, owner, ownerUrl, drop } = await freshDatabase()
  const tokens = tokensWith(TOKEN_SECRET)
  const read = readSettings({ LOG_LEVEL: 'silent', ...settings })
  const bus = await openBus(db, databaseUrl)
  const context: AppContext = {
    db,
    browse: (read) => read(db),
    bus,
    lanes: openLanes(read),
    tokens,
    settings: read,
    pictures: openPictureEncoder({ log: () => {} }),
    planReader: openPlanReader({ log: () => {} }),
    metrics: openMetrics(db),
    providers,
    wallets: await openWallets(read),
  }
  const app = await buildApp(context)
  const known = new Map<UserId, string>()

  async function tokenOf(userId: UserId): Promise<string> {
    return tokens.sign({ userId, ...(await insertTestSession(db, userId)) })
  }

  async function ask(method: Method, path: string, { as, body, headers = {}, from = '127.0.0.1' }: Asked = {}) {
    const form = body instanceof FormData ? new Response(body) : undefined
    const payload = form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body)
    let token = typeof as === 'string' ? as : undefined
    if (typeof as === 'number') {
      token = known.get(as) ?? (await tokenOf(as))
      known.set(as, token)
    }
    return app.inject({
      method,
      remoteAddress: from,
      url: `${context.settings.BASE_PATH}api/v1${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': form?.headers.get('content-type') ?? 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload }),
    })
  }

  async function close() {
    await context.pictures.close()
    await app.close()
    await bus.close()
    await drop()
  }
  return { db, databaseUrl, owner, ownerUrl, app, context, ask, tokenOf, close }
}
