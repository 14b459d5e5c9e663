import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { provedTest } from '#server/testing/proving.ts'
import { queryRow } from '#server/testing/query.ts'
import { race } from '#server/testing/race.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { migrate } from '../migrate.ts'

const MAY_CHANGE = 'may change invoices and drop tables'

let mails: string
beforeAll(async () => void (mails = await mkdtemp(join(tmpdir(), 'foyer-mails-'))))
afterAll(() => rm(mails, { recursive: true }))

type Work = (database: TestDatabase) => Promise<void>

/** Runs the work on an empty database of an ordinary server, such as an operator creates. */
const withEmptyDatabase = async (work: Work) => runOn(await freshDatabase({ isMigrated: false }), work)
const withMigratedDatabase = async (work: Work) => runOn(await freshDatabase(), work)

async function runOn(database: TestDatabase, work: Work): Promise<void> {
  try {
    await work(database)
  } finally {
    await database.drop()
  }
}

/** Starts a shop, stops it, and returns what it wrote. */
async function openAndStop(settings: Record<string, string>): Promise<string> {
  const shop = await startShopProcess({ DATA_DIR: mails, ...settings })
  const { status } = await fetch(`${shop.url}/events?pageIndex=0`)
  await shop.stop()
  expect(status).toBe(200)
  return shop.output()
}

provedTest('opens two servers at once on an empty database with DATABASE_OWNER_URL', () =>
  withEmptyDatabase(async ({ url, ownerUrl, db }) => {
    const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
    const outputs = await Promise.all([openAndStop(settings), openAndStop(settings)])
    expect(outputs.filter((output) => output.includes('Database brought up to date'))).toHaveLength(1)
    for (const output of outputs) expect(output).not.toContain(MAY_CHANGE)
    await expect(sql`delete from invoices`.execute(db)).rejects.toThrow('permission denied')
    const { rows } = await sql`select current_setting('statement_timeout') as timeout`.execute(db)
    expect(rows).toEqual([{ timeout: '15s' }])
  }),
)

test('opens a migrated database without DATABASE_OWNER_URL', () =>
  withEmptyDatabase(async ({ url, ownerUrl, owner, db }) => {
    const complaint = 'Run "npm run db:migrate" with DATABASE_OWNER_URL.'
    await expect(openAndStop({ DATABASE_URL: url })).rejects.toThrow(complaint)
    await migrate({ connectionString: url, ownerUrl })
    expect(await openAndStop({ DATABASE_URL: url })).not.toContain(MAY_CHANGE)

    // A start begins with this.
    const migrateAlone = () => migrate({ connectionString: url, ownerUrl: url })
    const { rows } = await sql<{ name: string }>`
      delete from migrations where name = (select max(name) from migrations) returning name`.execute(owner)
    await expect(migrateAlone()).rejects.toThrow(complaint)
    await sql`insert into migrations (name) values (${rows[0]?.name})`.execute(owner)
    await sql`revoke insert on orders from foyer`.execute(owner)
    await expect(migrateAlone()).rejects.toThrow(complaint)
    await sql`grant insert on orders to foyer`.execute(owner)
    // As after a dump, which leaves out the settings of roles.
    const database = new URL(url).pathname.slice(1)
    await sql`alter role foyer in database ${sql.id(database)} reset all`.execute(db)
    expect(await migrateAlone()).toEqual([])
    expect(await queryRow(url, `select current_setting('statement_timeout') as timeout`)).toEqual({ timeout: '15s' })
  }))

test('opens a database that the shop owns, and warns of it', () =>
  withEmptyDatabase(async ({ ownerUrl }) => {
    const output = await openAndStop({ DATABASE_URL: ownerUrl })
    expect(output.split(MAY_CHANGE)).toHaveLength(2)
  }))

test('migrates an empty database once when several processes start together', () =>
  withEmptyDatabase(async ({ url, ownerUrl }) => {
    const applied = await race(6, () => migrate({ connectionString: url, ownerUrl }))
    expect(applied.map((names) => names.length > 0).filter(Boolean)).toHaveLength(1)
  }))

test('corrects the rights of the shop at the next start', () =>
  withMigratedDatabase(async ({ url, ownerUrl, owner, db }) => {
    await sql`grant all on invoices, points_entries to foyer`.execute(owner)
    await sql`grant update (total) on orders to foyer`.execute(owner)
    await sql`revoke select on tickets from foyer`.execute(owner)
    await migrate({ connectionString: url, ownerUrl })
    await expect(sql`update invoices set total = 0`.execute(db)).rejects.toThrow('permission denied')
    await expect(sql`truncate points_entries`.execute(db)).rejects.toThrow('permission denied')
    await expect(sql`update orders set total = 0`.execute(db)).rejects.toThrow('permission denied')
    await sql`select from tickets`.execute(db)
  }))

test('leaves the rights that a newer version has given, also when a server of this one starts again', () =>
  withMigratedDatabase(async ({ url, ownerUrl, owner, db }) => {
    await sql`insert into migrations (name) values ('9999_of_a_newer_version.sql')`.execute(owner)
    await sql`grant update (total) on orders to foyer`.execute(owner)
    await sql`revoke select on tickets from foyer`.execute(owner)
    await migrate({ connectionString: url, ownerUrl })
    await sql`update orders set total = total`.execute(db)
    await sql`select from tickets`.execute(db)
  }))

test('writes nothing when the rights are right', () =>
  withMigratedDatabase(async ({ url, ownerUrl, owner }) => {
    await migrate({ connectionString: url, ownerUrl })
    const selectVersions = () =>
      sql`select oid, xmin from pg_class union all select oid, xmin from pg_policy order by 1`.execute(owner)
    const { rows } = await selectVersions()
    await migrate({ connectionString: url, ownerUrl })
    expect((await selectVersions()).rows).toEqual(rows)
  }))

test('refuses addresses of two databases, and of one role', () =>
  withEmptyDatabase(async ({ url, ownerUrl, owner }) => {
    const other = await freshDatabase()
    await expect(migrate({ connectionString: other.url, ownerUrl })).rejects.toThrow('name different databases')
    await other.drop()
    const sameRole = new URL(ownerUrl)
    sameRole.searchParams.set('application_name', 'shop')
    await expect(migrate({ connectionString: sameRole.href, ownerUrl })).rejects.toThrow(
      'name the same role, foyer_owner',
    )
    await sql`select from migrations`.execute(owner)
    expect(await migrate({ connectionString: url, ownerUrl })).toEqual([])
  }))
