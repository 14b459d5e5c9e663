import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

// What a refused request may leave behind: sessions and the count of attempts.
const PASSING = ['sessions', 'attempts', 'migrations']

/** How many rows each table of the shop has. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows.filter((table) => !PASSING.includes(table.name))) {
    const counted = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(db)
    counts[name] = counted.rows[0]?.count ?? 0
  }
  return counts
}
