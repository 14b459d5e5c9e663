import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/connection.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { givenShow } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyers, toReserve } from './buyers.ts'
import { counts, TIMEOUT_MS } from './counts.ts'
import { seededRandomFor } from './seeded-random.ts'
import { faultsIn, startShopping } from './shopping.ts'

const run = promisify(execFile)
const MEGABYTE = 1_024 * 1_024
const BUYERS = 8
const FULL_MS = 10_000
const SELLS_AGAIN_WITHIN_MS = 10_000
/** Starts of the database in ten seconds that are no crash loop: one for the crash, and some for its attempts. */
const MOST_STARTS = 6

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
if (!isRoot) process.stdout.write('full disk: skipped, because only root on Linux can mount a small file system\n')

/** Mounts a small file system in memory for one test. */
async function mountSmallDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-small-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  await chmod(folder, 0o755)
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  return folder
}

/** Fills the rest of a disk. Returns the file. */
async function fillDisk(folder: string): Promise<string> {
  const path = join(folder, 'ballast')
  const file = await open(path, 'wx')
  try {
    for (let bytes = MEGABYTE; bytes >= 4_096;) {
      await file.writeFile(Buffer.alloc(bytes)).catch(() => (bytes /= 2))
    }
  } finally {
    await file.close()
  }
  return path
}

const serverPid = (folder: string) =>
  readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').then(
    (content) => content.split('\n')[0] ?? '',
    () => '',
  )

test.runIf(isRoot)(
  'answers 503 on a full disk, loses nothing, and sells again when there is space',
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = await mountSmallDisk(256)
    const shop = await startShopProcess({ DATA_DIR: folder })
    onTestFinished(() => shop.stop())
    const db = connect((await findEmbedded(folder)) ?? '')
    onTestFinished(() => db.destroy())
    const random = seededRandomFor('full disk')
    const buyers = await givenBuyers(db, BUYERS)
    const probe = (await givenBuyers(db, 1))[0] as Buyer
    const show = await givenShow(db, { standing: 10_000_000 })
    const urls = [shop.url]
    const shopping = startShopping(buyers, (index) => ({ urls, show, random: random(index) }))
    const { answers } = shopping

    for (let round = 0; round < counts.fullDiskRounds; round += 1) {
      await expect.poll(() => answers.bought.length, { timeout: 60_000 }).toBeGreaterThan(BUYERS)
      const ballast = await fillDisk(folder)
      const seen = await watchFullDisk(folder, async () => {
        const { path, body } = toReserve(show.showId, [show.standingPlaceId])
        const { status, retryAfter } = await probe.send(shop.url, 'POST', path, { body })
        return `${status}${status === 503 && retryAfter === null ? ' without Retry-After' : ''}`
      })
      process.stdout.write(`full disk: answers ${seen.statuses.join(', ')}; ${seen.starts} starts of the database\n`)
      expect(seen.statuses.filter((status) => !['201', '409', '503'].includes(status))).toEqual([])
      expect(seen.starts).toBeLessThanOrEqual(MOST_STARTS)

      const [before, freedAt] = [answers.bought.length, performance.now()]
      await rm(ballast)
      await expect.poll(() => answers.bought.length, { timeout: 60_000 }).toBeGreaterThan(before + BUYERS)
      const pause = Math.round(performance.now() - freedAt)
      process.stdout.write(`full disk: sells again ${pause} ms after there is space\n`)
      expect(pause).toBeLessThanOrEqual(SELLS_AGAIN_WITHIN_MS)
    }
    await shopping.stop()
    for (const { id } of await db.selectFrom('tickets').select('id').where('user_id', '=', probe.userId).execute()) {
      expect((await probe.send(shop.url, 'DELETE', `/tickets/${id}`)).status).toBe(204)
    }
    expect(await faultsIn(db, answers)).toEqual([])
  },
)

/** Asks a shop on a full disk again and again. Returns the answers, and the number of starts of its database. */
async function watchFullDisk(folder: string, ask: () => Promise<string>) {
  const statuses = new Set<string>()
  const pids = new Set<string>()
  const until = performance.now() + FULL_MS
  while (performance.now() < until) {
    statuses.add(await ask().catch((error: unknown) => String(error)))
    pids.add(await serverPid(folder))
    await wait(50)
  }
  return { statuses: [...statuses], starts: pids.size }
}
