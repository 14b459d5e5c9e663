import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { expectCleanBooks } from '#server/testing/race.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { connect } from '../connection.ts'
import { migrate } from '../migrate.ts'
import { freePort, openCluster } from './cluster.ts'
import { joinEmbedded, OWNERSHIP_LOCK, startEmbedded } from './embedded.ts'
import { ownerFile, readShopPassword } from './passwords.ts'
import { prepareRoles } from './roles.ts'
import { startServer, stopServer } from './server-process.ts'
import { connectSuperuser } from './superuser.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-roles-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Leaves a stopped cluster as earlier versions made it: one role, which owns the database. Returns a show in it. */
async function givenOldCluster(folder: string): Promise<{ showId: number }> {
  const cluster = await openCluster(folder)
  const port = await freePort()
  const pid = await startServer(cluster, port)
  const { client } = await connectSuperuser(cluster.passwords, port)
  await client.query(`create role foyer login createdb password '${cluster.passwords.shop}'`)
  await client.query('create database foyer owner foyer')
  await client.end()
  const url = `postgres://foyer:${await readShopPassword(folder)}@127.0.0.1:${port}/foyer`
  await migrate({ connectionString: url, ownerUrl: url })
  const db = connect(url, { max: 1 })
  await sql`alter function number_invoice() security invoker`.execute(db)
  await sql`delete from migrations where name = '0020_rights_of_definers.sql'`.execute(db)
  const { showId } = await givenShow(db)
  await db.destroy()
  await stopServer(pid)
  await rm(ownerFile(folder))
  return { showId }
}

/** Opens the shop's database as a start of the shop does, checks its roles and closes it. */
async function expectTwoRoles(folder: string, showId?: number): Promise<void> {
  const database = await startEmbedded(folder)
  const db = connect(database.connectionString, { max: 1 })
  try {
    await migrate(database)
    const ids = await db.selectFrom('event_shows').select('id').execute()
    expect(ids).toEqual(showId === undefined ? [] : [{ id: showId }])
    await expectCleanBooks(db)
    await expect(sql`update invoices set total = 0`.execute(db)).rejects.toThrow('permission denied')
    await expect(sql`drop table news`.execute(db)).rejects.toThrow('must be owner')
    await expect(sql`create temporary table more (number int)`.execute(db)).rejects.toThrow('permission denied')
    await expect(sql`create database more`.execute(db)).rejects.toThrow('permission denied')
    const { rows } = await sql`
      select relname from pg_class where relowner = 'foyer'::regrole
      union all select datname from pg_database where datdba = 'foyer'::regrole
      union all select extname from pg_extension where extowner = 'foyer'::regrole
      union all select proname from pg_proc where proowner = 'foyer'::regrole`.execute(db)
    expect(rows).toEqual([])
  } finally {
    await db.destroy()
    await database.stop()
  }
}

provedTest('tells a command what to do when an earlier version runs on the data', async () => {
  const folder = await temporaryFolder()
  await givenOldCluster(folder)
  const cluster = await openCluster(folder)
  const port = await freePort()
  const pid = await startServer(cluster, port)
  onTestFinished(() => stopServer(pid))
  const { client } = await connectSuperuser(cluster.passwords, port)
  await client.query('select pg_advisory_lock($1)', [OWNERSHIP_LOCK])
  await expect(joinEmbedded(folder)).rejects.toThrow(/was started by an earlier version.*Restart the shop/)
  await client.end()
})

test('gives a new database an owner and a shop without rights to change it', async () => {
  await expectTwoRoles(await temporaryFolder())
})

provedTest('separates the roles of an existing database and keeps its data', async () => {
  const folder = await temporaryFolder()
  const { showId } = await givenOldCluster(folder)
  await expectTwoRoles(folder, showId)
  await expectTwoRoles(folder, showId)
})

provedTest('separates the roles after interruptions at every step', async () => {
  const folder = await temporaryFolder()
  const { showId } = await givenOldCluster(folder)
  const cluster = await openCluster(folder)
  const port = await freePort()
  const pid = await startServer(cluster, port)
  const { client } = await connectSuperuser(cluster.passwords, port)
  const query = Client.prototype.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>
  let interruptions = 0
  for (let isDone = false; !isDone;) {
    let left = interruptions
    Object.assign(client, {
      query: (text: string, values?: unknown[]) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('interrupted')) : query(text, values)
      },
    })
    isDone = await prepareRoles(client, cluster.passwords, port).then(
      () => true,
      () => false,
    )
    interruptions += 1
  }
  expect(interruptions).toBeGreaterThan(4)
  await query('select 1')
  await client.end()
  await stopServer(pid)
  await expectTwoRoles(folder, showId)
})
