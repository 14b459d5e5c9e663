import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { openBus } from '#server/db/bus.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/env.ts'
import { type Tokens, tokensWith } from '#server/features/auth/tokens.ts'
import { givenUser, insertTestSession } from '#server/testing/given.ts'

export type Bench = { db: Db; app: FastifyInstance; tokens: Tokens }

/** Does the work with an empty shop on a PostgreSQL of its own, and throws both away. */
export async function withFreshShop(work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const embedded = await startEmbedded(folder)
  try {
    await migrate(embedded.connectionString)
    const db = connect(embedded.connectionString)
    const tokens = tokensWith('a secret of the benchmark, 32 characters or more')
    const limits = { MAX_RESERVATIONS_PER_SHOW: '100000', MAX_RESERVATIONS: '100000' }
    const bus = await openBus(db, embedded.connectionString)
    const app = await buildApp({ db, bus, tokens, settings: readSettings({ LOG_LEVEL: 'silent', ...limits }) })
    await work({ db, tokens, app })
    await app.close()
    await bus.close()
    await db.destroy()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A token of a new customer. */
export async function givenToken({ db, tokens }: Bench): Promise<string> {
  const userId = await givenUser(db)
  return tokens.sign({ userId, ...(await insertTestSession(db, userId)) })
}
