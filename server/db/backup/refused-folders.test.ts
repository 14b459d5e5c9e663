import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { isRoot } from '../embedded/unprivileged.ts'
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

/** Runs `npm run restore`, as root without the right to read the files of other users. */
function runRestore(folder: string, into = join(root, 'untouched')) {
  const own = [process.execPath, 'server/commands/restore.ts', folder]
  const [command = '', ...args] = isRoot() ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...own] : own
  return run(command, args, { env: { ...process.env, DATA_DIR: into } })
}

async function givenForbiddenFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o000)
  if (isRoot()) await chown(folder, 65_534, 65_534)
}

test.skipIf(process.platform !== 'linux')(
  'leaves out the lost+found of a disk, which it may not read, but no backup',
  async () => {
    const disk = join(root, 'disk')
    await givenForbiddenFolder(join(disk, 'lost+found'))
    await expect(runRestore(disk)).rejects.toThrow('There is no finished backup')
    await givenForbiddenFolder(join(disk, '20261129T000000Z'))
    await expect(runRestore(disk)).rejects.toThrow('backup.json cannot be used: this user has no right to it')
    for (const name of await readdir(disk)) await chmod(join(disk, name), 0o700)
  },
)

test('names the copy when a restore fills the disk of DATA_DIR', async ({ skip }) => {
  const full = join(root, 'full')
  await mkdir(full)
  // Only root can mount a disk, and not everywhere.
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', full])
  skip(status !== 0)
  try {
    const hint = `restoring/[a-z.]*password cannot be used: its disk is full`
    await expect(runRestore(target, full)).rejects.toThrow(new RegExp(`${full}/${hint}`))
  } finally {
    spawnSync('umount', [full])
  }
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
