import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { covered, openForTest, useBackupRig, warned } from '#server/testing/backup-rig.ts'
import { filesOf } from './backup-folder.ts'
import { claimFile, listStreams } from './streams.ts'

const MISSING = 'gets no changes: Error: its folder is missing, as when its disk is not mounted. The database keeps'
const FOREIGN = 'a shop on a copy of DATA_DIR writes into it, or did so last'

const { givenStoppedShop, restoredNumbers } = useBackupRig()

const away = (target: string) => `${target} away`

/** Stops a shop and takes the disk of its backups away: an empty folder is left in its place. */
async function givenUnmountedBackups(name: string) {
  const shop = await givenStoppedShop(name)
  await rename(shop.target, away(shop.target))
  await mkdir(shop.target)
  return shop
}

/** Mounts the disk of the backups. */
async function mount(target: string): Promise<void> {
  await rm(target, { recursive: true })
  await rename(away(target), target)
}

provedTest('adds all changes after the disk of the backups was mounted later than the shop started', async () => {
  const { dataDir, target, folder } = await givenUnmountedBackups('mounted later')
  const shop = await openForTest(dataDir, {})
  await shop.add(3)
  await warned(shop, `The backup in ${folder} ${MISSING}`)
  // So that the alert for a backup that gets no changes rings.
  expect(shop.backupState()).toEqual({ madeAt: expect.any(Date) })
  expect(Math.abs((shop.backupState().madeAt?.getTime() ?? 0) - Date.now())).toBeLessThan(300_000)
  await mount(target)
  await covered(folder)
  expect(shop.warnings).toHaveLength(1)
  expect(await restoredNumbers(target)).toEqual([1, 2, 3])
  await expect(shop.backUp(target)).resolves.toMatchObject({ ended: [] })
})

test('refuses the backup of another process once the disk is mounted, and warns of that at once', async () => {
  const { dataDir, target, folder } = await givenUnmountedBackups('of another')
  const shop = await openForTest(dataDir, {})
  await warned(shop, MISSING)
  await writeFile(filesOf(folder.replace(target, away(target))).writer, '{ "writer": "other", "isOpen": false }')
  await mount(target)
  await expect
    .poll(() => shop.warnings, { timeout: 30_000 })
    .toEqual([expect.stringContaining(MISSING), expect.stringContaining(FOREIGN)])
})

provedTest('adds all changes although the disk vanished while a crashed shop waited for others', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('vanished')
  const [stream] = await listStreams(dataDir)
  const claimed = () => readFile(claimFile(dataDir, stream?.slot ?? ''), 'utf8')
  const before = await claimed()
  const mark = JSON.parse(await readFile(filesOf(folder).writer, 'utf8')) as object
  await writeFile(filesOf(folder).writer, JSON.stringify({ ...mark, isOpen: true }))
  const shop = await openForTest(dataDir, { watchMs: 6_000 })
  await shop.add(3)
  await expect.poll(claimed, { timeout: 10_000 }).not.toBe(before)
  // The shop syncs its claim, then reads the mark of the backup for the first time.
  await pause(1_000)
  await rename(target, away(target))
  await mkdir(target)
  await warned(shop, MISSING)
  await mount(target)
  await covered(folder)
  expect(shop.warnings).toHaveLength(1)
  expect(await restoredNumbers(target)).toEqual([1, 2, 3])
})
