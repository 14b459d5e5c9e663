import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { applyMigration, type Migration } from '#server/db/apply-migration.ts'
import type { Db } from '#server/db/connection.ts'
import { listMigrations } from '#server/db/migrate.ts'

const folder = new URL('../db/migrations/', import.meta.url)

/** Reads all migrations, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = await listMigrations()
  return Promise.all(names.map(async (name) => ({ name, statements: await readFile(new URL(name, folder), 'utf8') })))
}

/** Empties a database and applies all migrations before the named one. Returns the others. */
export async function migrateUntil(db: Db, name: string): Promise<Migration[]> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(db)
  const all = await readMigrations()
  const first = all.findIndex((migration) => migration.name === name)
  if (first < 0) throw new Error(`There is no migration ${name}.`)
  for (const migration of all.slice(0, first)) await applyMigration(db, migration)
  return all.slice(first)
}
