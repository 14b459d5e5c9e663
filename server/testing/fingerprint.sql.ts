import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

// What a refused request may leave behind: sessions and the count of attempts.
const PASSING = ['sessions', 'attempts', 'migrations']

/** What stands in the tables of the shop, as one text: the same text, the same content. */
export async function fingerprintOf(db: Db): Promise<string> {
  const tables = await tablesOf(db)
  const contents = tables.map(
    (name) => sql`select ${name}::text || md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as text
      from ${sql.table(name)} as row`,
  )
  const { rows } = await sql<{ text: string }>`${sql.join(contents, sql` union all `)}`.execute(db)
  return rows.map(({ text }) => text).join('\n')
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !PASSING.includes(name))
}
