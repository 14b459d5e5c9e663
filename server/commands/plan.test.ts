import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/db/embedded/cluster.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { givenShow } from '#server/testing/given.ts'

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

type Told = { code: number; said: string; complained: string }

/** Calls the command as npm does, in the folder of the plan files. */
function plan(args: string[], settings: Record<string, string> = { DATABASE_URL: database.url }): Promise<Told> {
  const { DATABASE_URL: _url, DATA_DIR: _dir, ...env } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['server/commands/plan.ts', ...args],
      { env: { ...env, INIT_CWD: folder, ...settings } },
      (error, said, complained) => resolve({ code: error ? Number(error.code) : 0, said, complained }),
    )
  })
}

const refused = (complained: string) => ({ code: 1, said: '', complained: `${complained}\n` })

test('imports, lists and removes a plan', async () => {
  await givenShow(database.db, { seats: 12, standing: 50 })
  const come = await plan(['hall.csv', '--name', 'Great Hall'])
  expect(come).toMatchObject({ code: 0, complained: '' })
  expect(come.said).toMatch(/^Seating plan \d+ — Great Hall \(seats: 2\)\n/)
  expect((await plan(['--list'])).said.split('\n')).toEqual([
    'plan        seats  standing  shows',
    'Great Hall      2         0      0',
    'Small hall     12        50      1',
    '',
  ])
  expect(await plan(['--remove', 'small hall'])).toEqual(
    refused("A show uses the seating plan 'Small hall', so it stays."),
  )
  expect(await plan(['--remove', 'great hall'])).toEqual({
    code: 0,
    said: "The seating plan 'Great Hall' is removed.\n",
    complained: '',
  })
  expect((await plan(['--list'])).said).not.toContain('Great Hall')
})

test('reports a shop without plans', async () => {
  expect(await plan(['--list'])).toMatchObject({ code: 0, said: 'There is no seating plan yet.\n' })
})

test.each([
  [[], 'Say which file:'],
  [['--remove', ''], "There is no seating plan called ''."],
  [['hall.csv'], 'This file does not say what the house is called'],
  [['gone.csv'], 'The file gone.csv cannot be read: '],
])('refuses %j with a sentence', async (args, sentence) => {
  const { code, said, complained } = await plan(args)
  expect({ code, said }).toEqual({ code: 1, said: '' })
  expect(complained).toContain(sentence)
})

describe('checks a file without writing and reports whether the name is taken', () => {
  const check = (settings?: Record<string, string>) => plan(['hall.csv', '--name', 'Hall', '--check'], settings)

  test("in the shop's database", async () => {
    const free = await check()
    expect(free).toMatchObject({ code: 0, complained: '' })
    expect(free.said).toMatch(/^Hall \(seats: 2\)\n/)
    expect(free.said).toContain('\nEverybody looks to the point 50,')
    expect(free.said).toContain('\n\nNothing was written. No other plan of the shop is called so.\n')
    await plan(['hall.csv', '--name', 'HALL'])
    const taken = await check()
    expect(taken).toMatchObject({ code: 1, said: expect.stringMatching(/^Hall \(seats: 2\)\n/) })
    expect(taken.said).toContain('Nothing was written.')
    expect(taken.complained).toContain("There is a seating plan called 'Hall' already")
  })

  test('in the embedded database of a running shop, without starting one', async () => {
    const data = join(folder, 'data')
    expect((await check({ DATA_DIR: data })).said).toContain(NOT_ASKED)
    expect(await readdir(folder)).toEqual(['hall.csv'])
    const embedded = await startEmbedded(data)
    try {
      await migrate(embedded.connectionString)
      expect((await check({ DATA_DIR: data })).said).toContain('No other plan of the shop is called so.')
    } finally {
      await embedded.stop()
    }
    expect((await check({ DATA_DIR: data })).said).toContain(NOT_ASKED)
  })

  test('or that no database answers', async () => {
    const away = await check({ DATABASE_URL: `postgres://foyer@127.0.0.1:${await freePort()}/foyer` })
    expect(away).toMatchObject({ code: 0, complained: '', said: expect.stringContaining(NOT_ASKED) })
  })
})

const NOT_ASKED =
  '\n\nNothing was written. Whether a plan of the shop is called so already was not looked up: its database does not answer.\n'
