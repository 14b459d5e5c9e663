import { execFile } from 'node:child_process'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { findSuperuser } from '../embedded/superuser.ts'
import { copyFolder, covered, openForTest, openTestShop, useBackupRig, warned } from '#server/testing/backup-rig.ts'
import { claimFile } from './streams.ts'
import { takeBackup } from './take-backup.ts'

const run = promisify(execFile)
/** Longer than the time in which a shop tells that it writes into a backup. */
const LIMITS = { watchMs: 12_000 }

const { folder: at, givenStoppedShop, restoredNumbers } = useBackupRig()

/** Makes files as on the copy of a whole disk, which has the same inodes. */
async function keepInodes(dataDir: string, slot: string): Promise<void> {
  const file = join(dataDir, 'backup-streams', `${slot}.json`)
  const stream = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...stream, inode: String((await stat(file, { bigint: true })).ino) }))
}

const slotOf = (folder: string) => `foyer_${folder.slice(-16).toLowerCase()}`

test('adds no changes of a copy of DATA_DIR to the backup of the shop', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('copied')
  const copied = at('copy')
  await copyFolder(dataDir, copied)

  // While the shop is stopped.
  const copy = await openForTest(copied, LIMITS)
  await copy.add(100)
  await copy.switchWal()
  await warned(copy, `The backup in ${folder} gets no changes of this shop: DATA_DIR is a copy`)
  const shop = await openForTest(dataDir, LIMITS)
  await shop.add(3)
  // While both are open.
  await copy.add(101)
  await covered(folder)
  await shop.add(4)
  await covered(folder)
  expect(shop.warnings).toEqual([])
  expect(await restoredNumbers(target)).toEqual([1, 2, 3, 4])
})

provedTest('backs a copy of DATA_DIR up into another folder', async () => {
  const { dataDir, target } = await givenStoppedShop('copied elsewhere')
  const copied = at('copy elsewhere')
  await copyFolder(dataDir, copied)
  const shop = await openForTest(dataDir, LIMITS)
  const copy = await openForTest(copied, LIMITS)
  await copy.add(100)
  await expect(copy.backUp(target)).rejects.toThrow('is of other data')
  const own = at('backups of the copy')
  const { ended, folder } = await copy.backUp(own)
  expect(ended).toEqual([])
  await covered(folder)
  expect(await restoredNumbers(own)).toEqual([1, 2, 100])
  expect((await shop.backUp(target)).ended).toEqual([])
})

provedTest('refuses a backup of a copy into the folder of the shop although the copy was never open', async () => {
  const { dataDir, target } = await givenStoppedShop('never open')
  const copied = at('never open copy')
  await copyFolder(dataDir, copied)
  const database = await startEmbedded(copied)
  onTestFinished(database.stop)
  const source = { dataDir: copied, database: await findSuperuser(copied, database.connectionString) }
  await expect(takeBackup(source, { target, keep: 1 })).rejects.toThrow('is of other data')
  const own = { target: at('backups of the never open copy'), keep: 1 }
  const { folder } = await takeBackup(source, own)
  expect((await takeBackup(source, own)).deleted).toEqual([folder])
})

provedTest('goes on with the backup after DATA_DIR was renamed', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('renamed')
  await rename(dataDir, `${dataDir} again`)
  const shop = await openForTest(`${dataDir} again`, LIMITS)
  await shop.add(3)
  await covered(folder)
  expect(shop.warnings).toEqual([])
  expect(await restoredNumbers(target)).toEqual([1, 2, 3])
})

provedTest('lets the shop that is open go on when the copy of its whole disk starts', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('image')
  const copied = at('image copy')
  await copyFolder(dataDir, copied)
  const shop = await openForTest(dataDir, LIMITS)
  await covered(folder)
  // As copied while the shop was open.
  await run('cp', [claimFile(dataDir, slotOf(folder)), claimFile(copied, slotOf(folder))])
  await keepInodes(copied, slotOf(folder))
  const copy = await openForTest(copied, LIMITS)
  await copy.add(100)
  await warned(copy, 'a shop on a copy of DATA_DIR writes into it')
  await shop.add(3)
  await covered(folder)
  expect(shop.warnings).toEqual([])
  expect(await restoredNumbers(target)).toEqual([1, 2, 3])
  await expect(copy.backUp(target)).rejects.toThrow('is of other data')
})

provedTest('warns a shop whose backup the copy of its whole disk has gone on with', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('left')
  const copied = at('left copy')
  await copyFolder(dataDir, copied)
  await keepInodes(copied, slotOf(folder))
  const copy = await openTestShop(copied)
  await copy.add(100)
  await covered(folder)
  await copy.stop()
  const shop = await openForTest(dataDir, LIMITS)
  await shop.add(3)
  await warned(shop, 'a shop on a copy of DATA_DIR writes into it, or did so last')
  expect(copy.warnings).toEqual([])
  expect(await restoredNumbers(target)).toEqual([1, 2, 100])
  await expect(shop.backUp(target)).rejects.toThrow('is of other data')
})
