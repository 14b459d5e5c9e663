import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { refusedWith, runOperatorCommand } from '#server/testing/operator-command.ts'

let root: string
let file: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-commands-'))
  file = join(root, 'a file')
  await writeFile(file, '')
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('refuses a place without a shop and creates none', () => {
  const commands = [
    ['audit', []],
    ['admin', ['ada@foyer.example']],
    ['plan', ['--list']],
    ['backup', ['--off']],
  ] as const

  test.for(commands)('%s in an empty DATA_DIR', async ([name, args]) => {
    const folder = await mkdtemp(join(root, 'empty-'))
    expect(await runOperatorCommand(name, args, { DATA_DIR: folder })).toEqual(
      refusedWith(`There is no shop in ${folder}. Set DATA_DIR as for the shop.`),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('audit on an empty database', async () => {
    const { url, ownerUrl, owner, drop } = await freshDatabase({ isMigrated: false })
    const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
    const { code, stdout, stderr } = await runOperatorCommand('audit', [], settings)
    const { rows } = await sql`select from pg_class where oid = to_regclass('migrations')`.execute(owner)
    await drop()
    expect({ code, stdout, tables: rows }).toEqual({ code: 1, stdout: '', tables: [] })
    expect(stderr).toMatch(
      /^There is no shop in the database foyer_test_\w+ at .*\. Set DATABASE_URL as for the shop\.\n$/,
    )
  })
})

describe('refuses unknown arguments and names the known ones', () => {
  const folder = () => join(root, 'untouched')
  const cases = [
    ['audit', ['--x'], 'Unknown argument --x. The command is: npm run audit'],
    ['demo', ['--x'], 'Unknown argument --x. The command is: npm run demo'],
    ['raise-ids', ['--x'], 'Unknown argument --x. The command is: npm run db:raise-ids'],
    ['migrate', ['--x'], 'Unknown argument --x. The command is: npm run db:migrate'],
    ['admin', ['--x', 'ada@foyer.example'], 'Name an account: npm run admin -- name@example.org'],
    ['backup', ['--x'], 'Unknown option, or an option without its value:\nnpm run backup -- folder [--keep 7]'],
    ['backup', ['folder', '--keep', '-1'], '--keep must be a whole number from 1: the number of backups to keep.'],
    ['backup', ['folder', '--keep'], 'Unknown option, or an option without its value:'],
  ] as const

  test.for(cases)('%s %j', async ([name, args, sentence]) => {
    const { code, stdout, stderr } = await runOperatorCommand(name, args, { DATA_DIR: folder() })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(await readdir(root)).not.toContain('untouched')
  })
})

test('raises the ids of a database that lost rows', async () => {
  const { url, ownerUrl, owner, drop } = await freshDatabase()
  const settings = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  const { code, stdout } = await runOperatorCommand('raise-ids', [], settings)
  const { rows } = await sql`select nextval(pg_get_serial_sequence('tickets', 'id')) > 1000000 as "isNew"`.execute(
    owner,
  )
  await drop()
  expect({ code, rows }).toEqual({ code: 0, rows: [{ isNew: true }] })
  expect(stdout).toBe('New rows of the shop of DATABASE_URL get ids that none has had before.\n')
})

test.for([
  ['FILE', 'a file is where a folder should be'],
  ['/proc/foyer/data', 'no folder can be created there'],
] as const)('explains that it cannot restore into %s', async ([path, why]) => {
  const backups = join(root, 'backups')
  const [one, wal] = [join(backups, '20261122T193000Z'), join(backups, '20261122T193000Z', 'wal')]
  await mkdir(wal, { recursive: true })
  await writeFile(join(one, 'backup.json'), JSON.stringify({ finishedAt: '2026-11-22T19:30:00Z', timeline: 1 }))
  const DATA_DIR = path.replace('FILE', file)
  const { code, stderr } = await runOperatorCommand('restore', [backups], { DATA_DIR })
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(stderr).toContain(` cannot be used: ${why}.`)
})
