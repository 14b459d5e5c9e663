import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { migrateUntil } from '#server/testing/migrations.sql.ts'
import { race } from '#server/testing/race.ts'
import { migrate } from './migrate.ts'

test('lets one of several starting servers migrate while the others wait', async () => {
  const { url, ownerUrl, drop } = await freshDatabase()
  expect(await race(6, () => migrate({ connectionString: url, ownerUrl }))).toEqual(Array.from({ length: 6 }, () => []))
  await drop()
})

test('keeps every session when their ids become hashes', async () => {
  const { owner: db, url, ownerUrl, drop } = await freshDatabase()
  await migrateUntil(db, '0009_session_hash_column.sql')
  const ids = Array.from({ length: 50 }, () => randomUUID())
  await sql`
    insert into users (first_name, last_name, email, password_hash) values ('Ada', 'Lovelace', 'ada@foyer.example', '')
  `.execute(db)
  await sql`
    insert into sessions (id, user_id, expires_at)
    select id, 1, '2100-01-01' from unnest(${ids}::uuid[]) as id`.execute(db)
  await migrate({ connectionString: url, ownerUrl })
  const { rows } = await sql<{ id_hash: Buffer }>`select id_hash from sessions`.execute(db)
  const hashes = ids.map((id) => createHash('sha256').update(id).digest('hex'))
  expect(rows.map((row) => row.id_hash.toString('hex')).toSorted()).toEqual(hashes.toSorted())
  await drop()
})
