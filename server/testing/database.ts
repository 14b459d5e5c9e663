import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { connect, type Db } from '#server/db/connection.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'
import { queryRows } from './query.ts'

const TEMPLATE = 'foyer_test_template'
/** The databases of a whole run take about half of it. */
const MEMORY_BYTES = 6 * 1_024 ** 3

/**
 * Runs once per test run: starts a PostgreSQL, or uses that of `TEST_DATABASE_URL` and `TEST_DATABASE_OWNER_URL`, and
 * migrates a template database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await roomyFolder(), 'foyer-test-'))
  const { TEST_DATABASE_URL: connectionString, TEST_DATABASE_OWNER_URL: ownerUrl } = process.env
  const embedded = connectionString && ownerUrl ? undefined : await startEmbedded(folder)
  if (embedded) await stopVacuum(folder, embedded.connectionString)
  const urls = embedded ?? { connectionString: connectionString ?? '', ownerUrl: ownerUrl ?? '' }
  await drop(urls, TEMPLATE)
  await queryRows(urls.ownerUrl, `create database ${TEMPLATE}`)
  await migrate(urlsTo(urls, TEMPLATE))
  project.provide('databaseUrls', { connectionString: urls.connectionString, ownerUrl: urls.ownerUrl })
  project.provide('isOwnServer', embedded !== undefined)
  return async () => {
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Stops the vacuum workers, which would visit hundreds of small databases without a pause. `fsync` stays on: the shop
 * opens no database without it.
 */
async function stopVacuum(dataDir: string, connectionString: string): Promise<void> {
  const superuser = new Client(await findSuperuser(dataDir, connectionString))
  await superuser.connect()
  try {
    await superuser.query('alter system set autovacuum = off')
    await superuser.query('select pg_reload_conf()')
  } finally {
    await superuser.end()
  }
}

/**
 * Returns a folder in memory where there is room, because synchronising files costs nothing there, else that of
 * temporary files.
 */
async function roomyFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > MEMORY_BYTES && freemem() > 2 * MEMORY_BYTES
  return hasRoom ? '/dev/shm' : tmpdir()
}

/** A database for one test file. `db` and `url` have the role of the shop. */
export type TestDatabase = { db: Db; url: string; owner: Db; ownerUrl: string; drop: () => Promise<void> }

/** Long enough for 200 queued buyers on a busy machine. Shedding load is not what these tests check. */
const WAIT_MS = 120_000

type DatabaseOptions = { max?: number; isMigrated?: boolean }

/** Creates a database for one test file, by default a copy of the template: real commits and locks, no other users. */
export async function freshDatabase({ max = 20, isMigrated = true }: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('databaseUrls')
  const name = `foyer_test_${randomUUID().replaceAll('-', '_')}`
  // Copying files takes a third of the processor time, and two checkpoints, which other databases would wait for.
  const strategy = inject('isOwnServer') ? 'file_copy' : 'wal_log'
  const template = isMigrated ? TEMPLATE : 'template0'
  await queryRows(server.ownerUrl, `create database ${name} template ${template} strategy ${strategy}`)
  const { connectionString: url, ownerUrl } = urlsTo(server, name)
  const db = connect(url, { max, waitMs: WAIT_MS })
  const owner = connect(ownerUrl, { max: 2, waitMs: WAIT_MS })
  return {
    db,
    url,
    owner,
    ownerUrl,
    drop: async () => {
      await db.destroy()
      await owner.destroy()
      // A drop waits for a checkpoint of all databases. Those of the run's own server end with its folder.
      await (inject('isOwnServer') ? disconnect(server, name) : drop(server, name))
    },
  }
}

const urlsTo = ({ connectionString, ownerUrl }: DatabaseUrls, database: string): DatabaseUrls => ({
  connectionString: urlOf(connectionString, database),
  ownerUrl: urlOf(ownerUrl, database),
})

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Ends the connections of a database, then drops it. PostgreSQL removes its own vacuum workers from a dropped database,
 * but refuses `with (force)` while one is active, except for superusers.
 */
async function drop(urls: DatabaseUrls, name: string): Promise<void> {
  await disconnect(urls, name)
  await queryRows(urls.ownerUrl, `drop database if exists ${name}`)
}

/** Ends the connections of a database, such as those of a killed server. */
async function disconnect({ connectionString, ownerUrl }: DatabaseUrls, name: string): Promise<void> {
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`
  await queryRows(connectionString, terminate)
  await queryRows(ownerUrl, terminate)
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrls: DatabaseUrls
    /** Whether the run started the server of its databases. */
    isOwnServer: boolean
  }
}
