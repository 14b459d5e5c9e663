import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { acceptsChanges, connect, isTransientFault } from './connection.ts'
import { freePort, openCluster } from './embedded/cluster.ts'
import { startServer, stopServer } from './embedded/server-process.ts'

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('uses no connection to a primary that came back as a standby', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-standby-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cluster = await openCluster(folder)
  const port = await freePort()
  let pid = await startServer(cluster, port)
  onTestFinished(() => stopServer(pid))
  const db = connect(`postgres://postgres:${cluster.passwords.superuser}@127.0.0.1:${port}/postgres`, { max: 2 })
  onTestFinished(() => db.destroy())
  await sql`create table sales (id int)`.execute(db)
  expect(await acceptsChanges(db)).toBe(true)

  await stopServer(pid)
  await writeFile(join(cluster.folder, 'standby.signal'), '')
  pid = await startServer(cluster, port)
  expect(await acceptsChanges(db)).toBe(false)
  const fault = await faultOf(sql`insert into sales values (1)`.execute(db))
  expect(fault).toMatchObject({ message: 'The database is a standby and accepts no changes.' })
  expect(isTransientFault(fault)).toBe(true)
})

test('replaces connections that became read-only, and counts their refusals as transient', async () => {
  const { url, owner, drop } = await freshDatabase()
  const db = connect(url, { max: 1 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const change = () => sql`delete from attempts`.execute(db)
  const setReadOnly = (value: 'on' | 'off') =>
    owner
      .transaction()
      .setAccessMode('read write')
      .execute((tx) =>
        sql`
          do $$ begin
            execute format('alter database %I set default_transaction_read_only = ${sql.raw(value)}', current_database());
          end $$`.execute(tx),
      )
  await setReadOnly('on')
  expect(await acceptsChanges(db)).toBe(false)
  expect(isTransientFault(await faultOf(change()))).toBe(true)
  await setReadOnly('off')
  await change()
})
