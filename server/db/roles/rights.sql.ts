import { sql } from 'kysely'
import type { Db, Tx } from '../connection.ts'

const inShop = sql`nspname in ('public', 'graphile_worker')`

/** Reads the role of this connection. */
export async function selectCurrentRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

/** Reads the rights that a role was granted, in the form of `listApplicationRights`. */
export async function selectRights(db: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ right: string }>`
    with granted as (
      select grantee, privilege_type,
        format('on %s %I.%I', case relkind when 'S' then 'sequence' else 'table' end, nspname, relname) as object
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace cross join lateral aclexplode(relacl)
      where ${inShop}
      union all
      select grantee, privilege_type, format('(%I) on table %I.%I', attname, nspname, relname)
      from pg_attribute join pg_class on pg_class.oid = attrelid
        join pg_namespace on pg_namespace.oid = relnamespace cross join lateral aclexplode(attacl)
      where ${inShop} and not attisdropped
      union all
      select grantee, privilege_type, format('on schema %I', nspname)
      from pg_namespace cross join lateral aclexplode(nspacl)
      where ${inShop}
    )
    select lower(privilege_type) || ' ' || object as right
    from granted join pg_roles on pg_roles.oid = grantee where rolname = ${role}`.execute(db)
  return rows.map(({ right }) => right)
}

/** Gives a role rights of `listApplicationRights` and takes others from it. */
export async function updateRights(
  tx: Tx,
  role: string,
  { missing, excess }: { missing: readonly string[]; excess: readonly string[] },
): Promise<void> {
  for (const right of excess) await sql`revoke ${sql.raw(right)} from ${sql.id(role)}`.execute(tx)
  for (const right of missing) await sql`grant ${sql.raw(right)} to ${sql.id(role)}`.execute(tx)
}

/** Lists the tables of the job queue whose row security hides all rows from a role. */
export async function selectHiddenQueues(db: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity and not exists (
      select from pg_policy where polrelid = pg_class.oid and polname = ${role})`.execute(db)
  return rows.map(({ name }) => name)
}

/** Shows all rows of a table of the job queue to a role. */
export async function insertQueuePolicy(tx: Tx, role: string, table: string): Promise<void> {
  await sql`create policy ${sql.id(role)} on graphile_worker.${sql.id(table)} to ${sql.id(role)} using (true)`.execute(
    tx,
  )
}

/** Tells whether the role of this connection owns the tables, directly or by membership, or may create the first. */
export async function selectMayMigrate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mayMigrate: boolean }>`
    select coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migrations')),
      has_schema_privilege(current_schema(), 'create')) as "mayMigrate"`.execute(db)
  return rows[0]?.mayMigrate ?? false
}

/** Tells whether the role of this connection may change invoices or create tables. */
export async function selectMayChangeBooks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mayChange: boolean }>`
    select has_table_privilege('invoices', 'update, delete, truncate')
      or has_schema_privilege(current_schema(), 'create')
      or has_database_privilege(current_database(), 'create') as "mayChange"`.execute(db)
  return rows[0]?.mayChange ?? true
}
