import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { race } from '#server/testing/race.ts'
import { migrate } from './migrate.ts'

test('lets one of several starting servers migrate while the others wait', async () => {
  const { url, drop } = await freshDatabase()
  expect(await race(6, () => migrate(url))).toEqual(Array.from({ length: 6 }, () => []))
  await drop()
})

const folder = new URL('./migrations/', import.meta.url)

/** Empties a database and applies all migrations before the first whose name contains `name`. */
async function migrateUntil({ db }: TestDatabase, name: string): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(db)
  const all = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const first = all.findIndex((file) => file.includes(name))
  expect(first).toBeGreaterThan(0)
  for (const file of all.slice(0, first)) {
    await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db)
    await sql`insert into migrations (name) values (${file})`.execute(db)
  }
}

test('keeps every session when their ids become hashes', async () => {
  const database = await freshDatabase()
  const { db, url, drop } = database
  await migrateUntil(database, 'session_hash')
  const ids = Array.from({ length: 50 }, () => randomUUID())
  await sql`
    insert into users (first_name, last_name, email, password_hash) values ('Ada', 'Lovelace', 'ada@foyer.example', '')
  `.execute(db)
  await sql`
    insert into sessions (id, user_id, expires_at)
    select id, 1, '2100-01-01' from unnest(${ids}::uuid[]) as id`.execute(db)
  await migrate(url)
  const { rows } = await sql<{ id_hash: Buffer }>`select id_hash from sessions`.execute(db)
  const hashes = ids.map((id) => createHash('sha256').update(id).digest('hex'))
  expect(rows.map((row) => row.id_hash.toString('hex')).toSorted()).toEqual(hashes.toSorted())
  await drop()
})
