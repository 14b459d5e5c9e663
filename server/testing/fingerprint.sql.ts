import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

// A refused request may change sessions and attempts.
const VOLATILE_TABLES = ['sessions', 'attempts', 'migrations']

/** Serialises the content of the shop's tables for comparison. */
export async function fingerprintOf(db: Db): Promise<string> {
  const tables = await tablesOf(db)
  const contents = tables.map(
    (name) => sql`select ${name}::text || md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as text
      from ${sql.table(name)} as row`,
  )
  const { rows } = await sql<{ text: string }>`${sql.join(contents, sql` union all `)}`.execute(db)
  // The database may read the tables in parallel and return them in any order.
  return rows
    .map(({ text }) => text)
    .toSorted()
    .join('\n')
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !VOLATILE_TABLES.includes(name))
}
