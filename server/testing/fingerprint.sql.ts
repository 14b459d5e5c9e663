import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

// A refused request may change sessions and attempts.
const VOLATILE_TABLES = ['sessions', 'attempts', 'migrations']

/** Describes the content of the shop's tables: any written row changes the result, also one with the same values. */
export async function fingerprintOf(db: Db): Promise<string> {
  const contents = (await tablesOf(db)).map(
    (name) => sql`select ${name}::text || ' ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as text
      from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ text: string }>`${sql.join(contents, sql` union all `)}`.execute(db)
  // The database may read the tables in parallel and return them in any order.
  return rows
    .map(({ text }) => text)
    .toSorted()
    .join('\n')
}

const tables = new WeakMap<Db, string[]>()

/** Lists the tables of the shop. Reads them once per database, because tests change no tables. */
async function tablesOf(db: Db): Promise<string[]> {
  const known = tables.get(db)
  if (known) return known
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => !VOLATILE_TABLES.includes(name))
  tables.set(db, names)
  return names
}
