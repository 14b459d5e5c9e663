import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigration, type Migration } from '#server/db/apply-migration.ts'
import { connect, type Db } from '#server/db/connection.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { migrateUntil } from '#server/testing/migrations.sql.ts'
import { insertSales } from '#server/testing/sales-data.sql.ts'
import { startTableLoad } from '#server/testing/table-load.ts'
import { showsWithinTries } from './control.ts'
import { counts, TIMEOUT_MS } from './counts.ts'

/** The last migration from before this rule. Earlier ones may lock longer. */
const BASELINE = '0016_sessions_have_public_ids.sql'
const GOAL_MS = 500
const MARGIN_MS = 100

let database: TestDatabase
let migrating: Db
let migrations: Migration[]

beforeAll(async () => {
  database = await freshDatabase()
  const [last, ...rest] = await migrateUntil(database.owner, BASELINE)
  if (last) await applyMigration(database.owner, last)
  await insertSales(database.owner, counts.migratedCustomers)
  // Statements of a migration that has landed never change, so `npm test` measures the newest ones only.
  for (const migration of rest.slice(0, -counts.newestMigrations)) await applyMigration(database.owner, migration)
  migrations = rest.slice(-counts.newestMigrations)
  const address = new URL(database.ownerUrl)
  address.searchParams.set('application_name', 'migration')
  migrating = connect(address.href, { max: 1 })
}, TIMEOUT_MS)
afterAll(async () => {
  await migrating.destroy()
  await database.drop()
})

/** Applies migrations one after the other under load. Returns the longest wait of another statement by migration. */
async function longestWaits(applied: readonly Migration[]): Promise<[name: string, ms: number][]> {
  const waits: [string, number][] = []
  for (const migration of applied) {
    const load = await startTableLoad(database.ownerUrl)
    try {
      await wait(MARGIN_MS)
      load.longestWaitMs()
      await applyMigration(migrating, migration)
      await wait(MARGIN_MS)
      waits.push([migration.name, Math.round(load.longestWaitMs())])
    } finally {
      await load.stop()
    }
  }
  return waits
}

test('lets no statement wait longer than half a second for a migration', { timeout: TIMEOUT_MS }, async () => {
  const waits = await longestWaits(migrations)
  process.stdout.write(`migrations: ${waits.map(([name, ms]) => `${name} ${ms} ms`).join(', ')}\n`)
  expect(waits.filter(([, ms]) => ms > GOAL_MS)).toEqual([])
})

// Controls: the check above detects migrations that lock for long.

/** Adds a column whose values differ by row. */
const rewrite = (table: string) => `alter table ${table} add column control uuid default gen_random_uuid();`

test('control: a migration that rewrites tables makes others wait', { timeout: TIMEOUT_MS }, async () => {
  const statements = ['tickets', 'invoice_items', 'points_entries'].map(rewrite).join('')
  const [[, ms] = []] = await longestWaits([{ name: 'rewrite.sql', statements }])
  expect(ms).toBeGreaterThan(GOAL_MS)
})

test('control: a migration that waits for its lock makes others wait', { timeout: TIMEOUT_MS }, async () => {
  const isLate = await showsWithinTries(async () => {
    const statements = 'set local lock_timeout = 0; lock table users'
    const [[, ms = 0] = []] = await longestWaits([{ name: `wait ${crypto.randomUUID()}.sql`, statements }])
    return ms > GOAL_MS
  })
  expect(isLate).toBe(true)
})
