import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const TEMPLATE = 'foyer_test_template'

/**
 * Runs once per test run: starts a PostgreSQL, or uses that of `TEST_DATABASE_URL`, and migrates a template database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  const given = process.env['TEST_DATABASE_URL']
  const embedded = given ? undefined : await startEmbedded(folder)
  const url = given ?? embedded?.connectionString ?? ''
  await run(url, ...dropping(TEMPLATE), `create database ${TEMPLATE}`)
  await migrate(urlOf(url, TEMPLATE))
  project.provide('databaseUrl', url)
  return async () => {
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export type TestDatabase = { db: Db; url: string; drop: () => Promise<void> }

/** Long enough for 200 queued buyers on a busy machine. Shedding load is not what these tests check. */
const WAIT_MS = 120_000

/** Creates a copy of the template for one test file: real commits and locks, no other users. */
export async function freshDatabase({ max = 20 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = `foyer_test_${randomUUID().replaceAll('-', '_')}`
  await run(server, `create database ${name} template ${TEMPLATE}`)
  const url = urlOf(server, name)
  const db = connect(url, { max, waitMs: WAIT_MS })
  async function drop() {
    await db.destroy()
    await run(server, ...dropping(name))
  }
  return { db, url, drop }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Ends the connections of a database, then drops it. PostgreSQL removes its own vacuum workers from a dropped database,
 * but refuses `with (force)` while one is active, except for superusers.
 */
function dropping(name: string): string[] {
  return [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    `drop database if exists ${name}`,
  ]
}

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}
