import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { connect, type Db } from './connection.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded.ts'
import { requireDurability } from './durability.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: EmbeddedDatabase
let owner: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-durability-'))
  database = await startEmbedded(folder)
  await migrate(database)
  const superuser = new URL(database.connectionString)
  superuser.username = 'postgres'
  superuser.password = await readFile(join(folder, 'postgres.superuser.password'), 'utf8')
  owner = connect(superuser.href, { max: 1 })
})
afterAll(async () => {
  await owner.destroy()
  await database.stop()
  await rm(folder, { recursive: true })
})

test.for(['fsync', 'full_page_writes', 'synchronous_commit'])('rejects a database with %s off', async (name) => {
  await requireDurability(owner)
  await sql`alter system set ${sql.ref(name)} = off`.execute(owner)
  await sql`select pg_reload_conf()`.execute(owner)
  await expect
    .poll(() => requireDurability(owner).catch((error: Error) => error.message))
    .toMatch(`The database runs with ${name} = off and could lose orders. Set ${name} = on.`)
  if (name === 'synchronous_commit') {
    await expect(startShopProcess({ DATABASE_URL: database.connectionString })).rejects.toThrow('could lose orders')
  }
  await sql`alter system reset ${sql.ref(name)}`.execute(owner)
  await sql`select pg_reload_conf()`.execute(owner)
  await expect.poll(() => requireDurability(owner).catch((error: Error) => error.message)).toBeUndefined()
})
