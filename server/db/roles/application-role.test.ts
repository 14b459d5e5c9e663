import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenInvoice } from '#server/testing/given-sales.ts'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'
import { givenUser } from '#server/testing/test-data.ts'
import { listMigrations } from '../migrate.ts'
import { listApplicationRights } from './application-rights.ts'
import { selectCurrentRole } from './rights.sql.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openTestShop()))
afterAll(() => shop.close())

test.for([
  'update invoices set total = 0',
  `update invoices set invoice_number = '2026-000001'`,
  'delete from invoices',
  `insert into invoices (invoice_number) values ('2026-000001')`,
  'update invoice_items set price = 0',
  'delete from invoice_items',
  'insert into invoice_counters values (2026, 0)',
  'update invoice_counters set last_number = 0',
  'delete from invoice_counters',
  'update orders set total = 0',
  'delete from orders',
  'update points_entries set points = 1',
  'delete from points_entries',
  'delete from merchandise_sales',
  `update change_log set reason = ''`,
  'delete from change_log',
  'update tickets set event_show_id = 1',
  'delete from users',
  'delete from migrations',
  'truncate invoices cascade',
  'truncate attempts',
  `select setval('invoices_id_seq', 1)`,
])('refuses the shop to change the books: %s', async (statement) => {
  await expect(sql.raw(statement).execute(shop.context.db)).rejects.toThrow('permission denied')
})

test.for([
  'drop table news',
  'drop table graphile_worker._private_jobs',
  'drop index tickets_one_holder',
  'drop schema graphile_worker cascade',
  'alter table invoices disable trigger number_invoice',
  'alter table news add column more text',
  'create table more (number int)',
  'create schema more',
  'create index on invoices (total)',
  'create view more as select 1 as one',
  'create function more() returns int language sql return 1',
  'create or replace function shop_now() returns timestamptz language sql return now()',
  'create trigger more after insert on news for each row execute function number_invoice()',
  'create extension hstore',
  'create database more',
  'create role more',
  'set role foyer_owner',
  'set session_replication_role = replica',
  `set session authorization 'foyer_owner'`,
])('refuses the shop to change the schema: %s', async (statement) => {
  await expect(sql.raw(statement).execute(shop.context.db)).rejects.toThrow(/permission denied|must be owner/)
})

test('keeps the trigger that numbers invoices from other tables', async () => {
  const attempt = shop.context.db.transaction().execute(async (tx) => {
    await sql`create temporary table pretended (like invoices)`.execute(tx)
    await sql`create trigger number after insert on pretended for each row execute function number_invoice()`.execute(
      tx,
    )
  })
  await expect(attempt).rejects.toThrow('permission denied for function number_invoice')
})

test('lets the shop execute one function with the rights of its owner, to anonymise old invoices', async () => {
  const { rows } = await sql<{ name: string; mayExecute: boolean }>`
    select oid::regprocedure::text as name, has_function_privilege(oid, 'execute') as "mayExecute"
    from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    order by 1`.execute(shop.context.db)
  expect(rows).toEqual([
    { name: 'anonymise_invoices(integer,text,integer)', mayExecute: true },
    { name: 'number_invoice()', mayExecute: false },
  ])
})

test('anonymises no young invoice in a session that shifts its clock', async () => {
  const userId = await givenUser(shop.db)
  const invoiceId = await givenInvoice(shop.owner, userId)
  await shop.context.db.connection().execute(async (connection) => {
    await sql`set foyer.clock_shift = '9 years'`.execute(connection)
    await sql`select anonymise_invoices(7, 'Europe/Vienna', 10)`.execute(connection)
    await sql`reset foyer.clock_shift`.execute(connection)
  })
  const invoice = shop.db.selectFrom('invoices').select('customer_first_name').where('id', '=', invoiceId)
  expect(await invoice.execute()).toEqual([{ customer_first_name: 'Ada' }])
})

/** The rights, and the migration that came with them: a new one for each change, without statements if need be. */
const LATEST_RIGHTS = { digest: '8e4a2db855a08bc4', since: '0092_network_of_unpaid_orders.sql' }

const WHOLE_TABLE = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
const BY_COLUMN = ['select', 'insert', 'update', 'references']

/** Lists every right of the shop's role on every relation and column, however it came by it. */
async function selectEffectiveRights(): Promise<string[]> {
  const { rows } = await sql<{ right: string }>`
    with relations as (
      select pg_class.oid, relkind, nspname, relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'graphile_worker')
    ), tables as (
      select oid, format('on table %I.%I', nspname, relname) as object from relations where relkind in ('r', 'p', 'v', 'm', 'f')
    )
    select privilege || ' ' || object as right
    from tables, unnest(${WHOLE_TABLE}::text[]) as privilege where has_table_privilege(oid, privilege)
    union all
    select format('%s (%I) %s', privilege, attname, object)
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped,
      unnest(${BY_COLUMN}::text[]) as privilege
    where has_column_privilege(oid, attnum, privilege) and not has_table_privilege(oid, privilege)
    union all
    select format('%s on sequence %I.%I', privilege, nspname, relname)
    from relations, unnest(array['usage', 'select', 'update']) as privilege
    where relkind = 'S' and has_sequence_privilege(oid, privilege)
    union all
    select format('%s on schema %I', privilege, nspname)
    from pg_namespace, unnest(array['usage', 'create']) as privilege
    where nspname = 'graphile_worker' and has_schema_privilege(oid, privilege)`.execute(shop.context.db)
  return rows.map(({ right }) => right)
}

test('gives the shop exactly the listed rights', async () => {
  expect((await selectEffectiveRights()).toSorted()).toEqual(listApplicationRights().toSorted())
})

test('changes the listed rights together with a migration, so that older servers leave them', async () => {
  const digest = createHash('sha256').update(listApplicationRights().toSorted().join('\n')).digest('hex')
  expect(digest.slice(0, 16)).toBe(LATEST_RIGHTS.digest)
  expect(await listMigrations()).toContain(LATEST_RIGHTS.since)
})

test('lists a decision for every table and view', async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'f')`.execute(shop.owner)
  const readable = listApplicationRights().flatMap((right) => /^select on table (.+)$/.exec(right)?.[1] ?? [])
  const isReadThroughViolations = (name: string) => name.startsWith('public.audit_of_')
  expect(readable.toSorted()).toEqual(
    rows
      .map(({ name }) => name)
      .filter((name) => !isReadThroughViolations(name))
      .toSorted(),
  )
})

test('lets the shop use every sequence that is not of an identity column', async () => {
  const { rows } = await sql<{ right: string }>`
    select format('usage on sequence %I.%I', nspname, relname) as right
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind = 'S' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'i')`.execute(
    shop.owner,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(listApplicationRights()).toEqual(expect.arrayContaining(rows.map(({ right }) => right)))
})

test('runs the shop without membership in another role, and without attributes', async () => {
  const { rows } = await sql`
    select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isPowerful",
      exists (select from pg_auth_members where member = pg_roles.oid) as "isMember"
    from pg_roles where rolname = current_user`.execute(shop.context.db)
  expect(rows).toEqual([{ isPowerful: false, isMember: false }])
  expect(await selectCurrentRole(shop.context.db)).not.toBe(await selectCurrentRole(shop.owner))
})
