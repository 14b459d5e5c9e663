import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { UserId } from '#domain/ids.ts'
import { buildApp } from '#server/app.ts'
import type { AppContext } from '#server/context.ts'
import { openBus } from '#server/db/bus.ts'
import { openLanes } from '#server/db/connection-shares.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/settings/env.ts'
import { tokensWith } from '#server/features/auth/tokens.ts'
import { openPlanReader } from '#server/features/seating/plan-process/plan-process.ts'
import { openPictureEncoder } from '#server/gateways/pictures/picture-encoder.ts'
import { openMetrics } from '#server/observability/metrics.ts'
import { givenUser, insertTestSession } from '#server/testing/test-data.ts'

/** A shop, and its database with the rights of the owner. */
export type Bench = AppContext & { app: FastifyInstance; owner: Db }

/** Runs the work with an empty shop on its own PostgreSQL, then removes both. */
export async function withFreshShop(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const embedded = await startEmbedded(folder)
  try {
    await migrate(embedded)
    const db = connect(embedded.connectionString)
    const owner = connect(embedded.ownerUrl)
    const tokens = tokensWith('a secret of the benchmark, 32 characters or more')
    const limits = { MAX_RESERVATIONS_PER_SHOW: '100000', MAX_RESERVATIONS: '100000' }
    const bus = await openBus(db, embedded.connectionString)
    const pictures = openPictureEncoder({ log: () => {} })
    const planReader = openPlanReader({ log: () => {} })
    const settings = readSettings({ LOG_LEVEL: 'silent', ...limits })
    const context: AppContext = {
      db,
      browse: (read) => read(db),
      bus,
      lanes: openLanes(settings),
      tokens,
      pictures,
      planReader,
      settings,
      metrics: openMetrics(db),
      providers: [],
      wallets: { apple: undefined, google: undefined },
    }
    const app = await buildApp(context)
    await work({ ...context, app, owner })
    await pictures.close()
    await app.close()
    await bus.close()
    await db.destroy()
    await owner.destroy()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a token of a customer, by default a new one. */
export async function givenToken({ db, tokens }: Bench, user?: UserId): Promise<string> {
  const userId = user ?? (await givenUser(db))
  return tokens.sign({ userId, ...(await insertTestSession(db, userId)) })
}
