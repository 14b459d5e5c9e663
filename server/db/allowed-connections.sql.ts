import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** Selects how many connections of this role the database allows at once. */
export async function selectAllowedConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ allowed: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(rolconnlimit, -1),
      nullif(datconnlimit, -1)
    ) as allowed
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`.execute(db)
  return rows[0]?.allowed ?? 0
}
