import { expect, test } from 'vitest'
import { readMigrations } from '#server/testing/migrations.sql.ts'

/** The last migration from before these rules. */
const BASELINE = '0016_sessions_have_public_ids.sql'

/** Statements that servers of the version before may not survive. */
const CONTRACTING = [
  /^drop (?!index)/,
  /^alter table .* (drop|rename)\b/,
  /^alter (view|function|type) .* rename\b/,
  /^alter table .* set not null/,
  /^alter table .* alter( column)? \w+ (set data )?type\b/,
  /^alter table .* add( column)? \w+ (?!.*default).*not null/,
]
/** Statements that may lock many rows until the end of the migration. */
const FILLING = /^(update|delete|with)\b/

/** Lists the violations of decision 27 in a migration. */
function faultsIn(migration: string): string[] {
  const code = migration.replaceAll(/^--.*$/gm, '').replaceAll(/\$\$[^]*?\$\$/g, '$$$$')
  const statements = code
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
  const isContract = /^-- contract: \d{4}/m.test(migration)
  const breaking = statements.filter((statement) => CONTRACTING.some((pattern) => pattern.test(statement)))
  const isFilling = statements.some((statement) => FILLING.test(statement))
  return [
    ...(isContract ? [] : breaking.map((statement) => `contracts without naming its expansion: ${statement}`)),
    ...(isFilling && !/^-- few rows\b/m.test(migration) ? ['changes rows, which a job does in batches'] : []),
  ]
}

test('lets servers of the version before go on with every migration', async () => {
  const migrations = (await readMigrations()).filter(({ name }) => name > BASELINE)
  const faults = migrations.flatMap(({ name, statements }) => faultsIn(statements).map((fault) => `${name} ${fault}`))
  expect(faults).toEqual([])
})

test('finds earlier migrations that stop servers of the version before', async () => {
  const migrations = await readMigrations()
  const faulty = migrations.filter(({ statements }) => faultsIn(statements).length > 0).map(({ name }) => name)
  expect(faulty).toEqual(
    expect.arrayContaining([
      '0011_drop_session_ids.sql',
      '0013_confirmed_addresses.sql',
      '0015_public_ids_of_sessions.sql',
    ]),
  )
  expect(faultsIn('-- contract: 0014\nalter table a drop column b')).toEqual([])
  expect(faultsIn('alter table a drop column b')).toHaveLength(1)
  expect(faultsIn('update a set b = 1')).toHaveLength(1)
  expect(faultsIn('-- few rows: one\nupdate a set b = 1')).toEqual([])
  expect(faultsIn('alter table a add column b text not null')).toHaveLength(1)
  expect(faultsIn("alter table a add column b text not null default ''")).toEqual([])
})
