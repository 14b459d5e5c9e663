import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { queryRows } from '#server/testing/query.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { copyFolder, covered, openForTest, openTestShop, useBackupRig, warned } from '#server/testing/backup-rig.ts'
import { filesOf, readCovered } from './backup-folder.ts'
import { requireOwnMark } from './claims.ts'
import { claimFile, listStreams } from './streams.ts'
import { PARTIAL } from './wal-writer.ts'

const LIMITS = { watchMs: 500 }

const { folder: at, givenStoppedShop, restoredNumbers } = useBackupRig()

test('ends adding changes when another process has marked the backup meanwhile', async () => {
  const { dataDir, folder } = await givenStoppedShop('marked')
  const [stream] = await listStreams(dataDir)
  if (!stream) throw new Error('The shop has no backup.')
  const shop = await openForTest(dataDir, LIMITS)
  await covered(folder)
  await writeFile(filesOf(folder).writer, JSON.stringify({ writer: 'other', isOpen: true }))
  await expect(requireOwnMark(dataDir, stream, 0)).rejects.toThrow('a shop on a copy of DATA_DIR writes into it')
  await warned(shop, 'a shop on a copy of DATA_DIR writes into it')
  await expect.poll(() => shop.query('select from pg_replication_slots'), { timeout: 20_000 }).toEqual([])
  await expect(shop.backUp(at('marked backups'))).rejects.toThrow('is of other data')
})

test('goes on with the backup after a crash, as soon as no other shop writes into it', async () => {
  const { dataDir, target, folder } = await givenStoppedShop('crashed')
  const mark = JSON.parse(await readFile(filesOf(folder).writer, 'utf8')) as object
  await writeFile(filesOf(folder).writer, JSON.stringify({ ...mark, isOpen: true }))
  const shop = await openForTest(dataDir, LIMITS)
  await shop.add(3)
  await covered(folder)
  await expect(shop.backUp(target)).resolves.toMatchObject({ ended: [] })
  expect(shop.warnings).toEqual([])
})

test('takes a backup after a shop that crashed was stopped again before it wrote', async () => {
  const { dataDir, folder } = await givenStoppedShop('crashed twice')
  const [stream] = await listStreams(dataDir)
  if (!stream) throw new Error('The shop has no backup.')
  const { writer } = JSON.parse(await readFile(filesOf(folder).writer, 'utf8')) as { writer: string }
  await writeFile(filesOf(folder).writer, JSON.stringify({ writer, isOpen: true }))
  await writeFile(claimFile(dataDir, stream.slot), JSON.stringify({ own: 'later', former: writer }))
  await expect(requireOwnMark(dataDir, stream, 600)).resolves.toBeUndefined()
  await writeFile(claimFile(dataDir, stream.slot), JSON.stringify({ own: 'later', former: 'earlier' }))
  await expect(requireOwnMark(dataDir, stream, 600)).rejects.toThrow('a shop on a copy of DATA_DIR writes into it')
})

provedTest.for(['in the same segment', 'in a later segment'])(
  'warns of data that were set back, %s of the WAL, and a new backup goes on from them',
  async (where) => {
    const { dataDir, target, folder } = await givenStoppedShop(`set back ${where}`)
    const postgres = join(dataDir, 'postgres')
    await copyFolder(postgres, `${postgres} before`)
    const lost = await openTestShop(dataDir)
    await lost.add(100)
    if (where === 'in a later segment') await lost.switchWal()
    await covered(folder)
    await lost.stop()
    await rm(postgres, { recursive: true })
    await rename(`${postgres} before`, postgres)
    if (where === 'in the same segment') {
      // As by the start of a shop, so that the database is not behind any more.
      const ahead = await startEmbedded(dataDir)
      await queryRows(ahead.ownerUrl, 'insert into kept select 3 from generate_series(1, 5000)')
      await ahead.stop()
    }
    const first = await openTestShop(dataDir)
    await warned(first, 'it has changes that this database does not have')
    // From here on the database is not behind any more.
    await first.switchWal()
    await first.stop()
    // As if the stored WAL ended with a segment, so that no bytes differ either.
    const { wal } = filesOf(folder)
    for (const name of await readdir(wal)) if (name.endsWith(PARTIAL)) await rm(join(wal, name))
    const shop = await openForTest(dataDir, LIMITS)
    await warned(shop, 'it has changes that this database does not have')
    await shop.add(4)
    const coveredAt = (await readCovered(folder))?.until
    const newest = await shop.backUp(target)
    await covered(newest.folder)
    expect((await readCovered(folder))?.until).toEqual(coveredAt)
    expect(new Set(await restoredNumbers(target))).toEqual(
      new Set(where === 'in the same segment' ? [1, 2, 3, 4] : [1, 2, 4]),
    )
  },
)
