import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

/** Lists the tables, including the job queue's, that contain a text in any column, also a binary one. Ignores case. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1, 2`.execute(
    db,
  )
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql`
      select from ${sql.id(schema, name)} as row
      where position(lower(${text}) in lower(row::text)) > 0
        or position(encode(convert_to(${text}, 'UTF8'), 'hex') in row::text) > 0
      limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
