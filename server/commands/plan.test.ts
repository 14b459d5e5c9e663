import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/db/embedded/cluster.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { describePlans } from '#server/features/seating/describe-plans.ts'
import { removeSeatingPlan } from '#server/features/seating/remove-seating-plan.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { runOperatorCommand } from '#server/testing/operator-command.ts'
import { provedTest } from '#server/testing/proving.ts'
import { givenShow } from '#server/testing/test-data.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-plan-'))
  await writeFile(join(folder, 'hall.csv'), 'sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,2,1,0\nStage,,,0.5,-4\n')
})
beforeEach(async () => {
  database = await freshDatabase()
  return database.drop
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Calls the command as npm does, in the folder of the plan file. */
const plan = (args: string[], settings: Record<string, string> = { DATABASE_URL: database.url }) =>
  runOperatorCommand('plan', args, { INIT_CWD: folder, ...settings })

test('imports, lists and removes a plan', async () => {
  await givenShow(database.db, { seats: 12, standing: 50 })
  const imported = await plan(['hall.csv', '--name', 'Great Hall'])
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(imported.stdout).toMatch(/^Seating plan \d+ — Great Hall \(seats: 2\)\n/)
  expect((await plan(['--list'])).stdout.split('\n')).toEqual([
    'plan        seats  standing  shows',
    'Great Hall      2         0      0',
    'Small hall     12        50      1',
    '',
  ])
  await expect(removeSeatingPlan(database.db, 'small hall')).rejects.toThrow(
    "A show uses the seating plan 'Small hall', so it stays.",
  )
  expect(await plan(['--remove', 'great hall'])).toEqual({
    code: 0,
    stdout: "The seating plan 'Great Hall' is removed.\n",
    stderr: '',
  })
  expect(await describePlans(database.db)).not.toContain('Great Hall')
})

test('reports a shop without plans', async () => {
  expect(await describePlans(database.db)).toBe('There is no seating plan yet.')
})

test.each([
  [['--remove', ''], "There is no seating plan called ''."],
  [['hall.csv'], "This file does not give the plan's name"],
  [['missing.csv'], 'The file missing.csv cannot be read: '],
])('refuses %j with a sentence', async (args, sentence) => {
  const { code, stdout, stderr } = await plan(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(sentence)
})

describe('checks a file without writing and reports whether the name is taken', () => {
  const check = (settings?: Record<string, string>) => plan(['hall.csv', '--name', 'Hall', '--check'], settings)

  test("in the shop's database", async () => {
    const free = await check()
    expect(free).toMatchObject({ code: 0, stderr: '' })
    expect(free.stdout).toMatch(/^Hall \(seats: 2\)\n/)
    expect(free.stdout).toContain('\nFocal point: 50,')
    expect(free.stdout).toContain('\n\nNothing was written. The name is free.\n')
    await plan(['hall.csv', '--name', 'HALL'])
    const taken = await check()
    expect(taken).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Hall \(seats: 2\)\n/) })
    expect(taken.stdout).toContain('Nothing was written.')
    expect(taken.stderr).toContain("There is a seating plan called 'Hall' already")
  })

  provedTest('in the embedded database of a running shop, without starting one', async () => {
    const data = join(folder, 'data')
    expect((await check({ DATA_DIR: data })).stdout).toContain(NAME_NOT_CHECKED)
    expect(await readdir(folder)).toEqual(['hall.csv'])
    const embedded = await startEmbedded(data)
    try {
      await migrate(embedded)
      expect((await check({ DATA_DIR: data })).stdout).toContain('The name is free.')
    } finally {
      await embedded.stop()
    }
    expect((await check({ DATA_DIR: data })).stdout).toContain(NAME_NOT_CHECKED)
  })

  test('or that no database answers', async () => {
    const unreachable = await check({ DATABASE_URL: `postgres://foyer@127.0.0.1:${await freePort()}/foyer` })
    expect(unreachable).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(NAME_NOT_CHECKED) })
  })
})

const NAME_NOT_CHECKED =
  '\n\nNothing was written. The name was not checked, because the database of the shop does not answer.\n'
