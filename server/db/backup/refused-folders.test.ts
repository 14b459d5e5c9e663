import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupSource, takeBackup } from './take-backup.ts'

const run = promisify(execFile)
const TASK = { until: undefined, replace: false, keepAccess: false }

let root: string
let dataDir: string
let target: string
let database: EmbeddedDatabase
let source: BackupSource

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-folders-'))
  dataDir = join(root, 'data')
  target = join(root, 'my backups')
  database = await startEmbedded(dataDir)
  source = { dataDir, database: await findSuperuser(dataDir, database.connectionString) }
})
afterAll(async () => {
  await database.stop()
  await rm(root, { recursive: true, force: true })
})

test('refuses folders inside of DATA_DIR and those of another shop', async () => {
  await expect(takeBackup(source, { target: join(dataDir, 'backups'), keep: undefined })).rejects.toThrow('inside of')
  const other = join(root, 'other')
  await mkdir(join(other, 'x'), { recursive: true })
  await writeFile(
    join(other, 'x', 'backup.json'),
    JSON.stringify({ finishedAt: '2026-01-01T00:00:00Z', systemId: '1', timeline: 1 }),
  )
  await expect(takeBackup(source, { target: other, keep: undefined })).rejects.toThrow('another shop')
})

test('refuses a folder with other contents, one backup alone, and an impossible one', async () => {
  const back = (folder: string) => takeBackup(source, { target: folder, keep: undefined })
  const foreign = join(root, 'photos')
  await mkdir(foreign)
  await writeFile(join(foreign, 'cat.jpg'), '')
  await expect(back(foreign)).rejects.toThrow('has other contents, such as cat.jpg. Choose an empty folder')
  expect(await readdir(foreign)).toEqual(['cat.jpg'])

  const { folder } = await back(target)
  const hint = `${folder} is a single backup. Name the folder that contains it: ${target}`
  await expect(back(folder)).rejects.toThrow(hint)
  const into = join(root, 'of a single one')
  await expect(restoreBackup(into, { ...TASK, source: folder })).rejects.toThrow(hint)

  const impossible = join('/proc', 'foyer', 'backups')
  await expect(back(impossible)).rejects.toThrow('ENOENT')
  await expect(restoreBackup(impossible, { ...TASK, source: target })).rejects.toThrow('ENOENT')
  await expect(back(join(foreign, 'cat.jpg'))).rejects.toThrow('EEXIST')
})

test('refuses a folder from which the last backup has vanished, as when its disk is not mounted', async () => {
  const mounted = join(root, 'mounted')
  await takeBackup(source, { target: mounted, keep: undefined })
  await rename(mounted, `${mounted} elsewhere`)
  await expect(takeBackup(source, { target: mounted, keep: undefined })).rejects.toThrow('Is its disk mounted?')
  await rename(`${mounted} elsewhere`, mounted)
  await takeBackup(source, { target: mounted, keep: undefined })
})

test.for(['backup', 'restore'])(
  'explains what to use instead of %s with DATABASE_URL, and writes nothing',
  async (name) => {
    const untouched = join(root, 'untouched')
    const command = run(process.execPath, [`server/commands/${name}.ts`, join(root, 'elsewhere')], {
      env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: untouched },
    })
    await expect(command).rejects.toThrow('pgBackRest')
    expect(await readdir(root)).not.toContain('elsewhere')
    expect(await readdir(root)).not.toContain('untouched')
  },
)
