import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/connection.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { findSuperuser } from '#server/db/embedded/superuser.ts'
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
/** Process ids of the database in ten seconds: the first one, and attempts to start again with growing pauses. */
const MOST_STARTS = 7

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

/** Makes the database write into new segments of its WAL until it crashes, because there is no space for one. */
async function useUpWal(folder: string): Promise<void> {
  const database = await findSuperuser(folder, (await findEmbedded(folder)) ?? '')
  const client = new Client(database)
  client.on('error', () => {})
  await client.connect()
  try {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'full disk', ''), pg_switch_wal()`)
  } catch {
    await client.end().catch(() => {})
  }
}

test.runIf(isRoot).for([
  ['fails to extend its tables', async () => {}],
  ['crashes, because it has no space for its WAL', useUpWal],
] as const)(
  'answers 503 while a full database %s, loses nothing, and sells again when there is space',
  { timeout: TIMEOUT_MS },
  async ([, harm]) => {
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
      await harm(folder)
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
    const pid = await serverPid(folder)
    if (pid) pids.add(pid)
    await wait(50)
  }
  return { statuses: [...statuses], starts: pids.size }
}
