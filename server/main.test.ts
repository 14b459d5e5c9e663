import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './db/connection.ts'
import { freePort } from './db/embedded/cluster.ts'
import { isProving } from '#server/testing/proving.ts'
import { SERVER_MAIN } from '#server/testing/server-main.ts'
import { findEmbedded, joinEmbedded, startEmbedded } from './db/embedded/embedded.ts'

const OPEN_WITHIN_MS = 120_000

type Spawned = { shop: ChildProcess; url: string; dataDir: string }

/** Starts a shop with an embedded database, without waiting for it. `output` is the file that it writes to. */
async function spawnShop(settings: Record<string, string> = {}, output?: FileHandle): Promise<Spawned> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-main-'))
  const port = String(await freePort())
  const shop = spawn(process.execPath, [SERVER_MAIN], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'info', PORT: port, ...settings },
    stdio: ['ignore', output?.fd ?? 'pipe', output?.fd ?? 'pipe'],
  })
  onTestFinished(async () => {
    if (shop.exitCode === null && shop.kill('SIGKILL')) await once(shop, 'exit')
    if (await findEmbedded(dataDir)) await (await startEmbedded(dataDir)).stop()
    await rm(dataDir, { recursive: true })
  })
  return { shop, url: `http://127.0.0.1:${port}`, dataDir }
}

// `/dev/full` exists on Linux alone.
const outputs = isProving && platform === 'linux' ? ['is closed', 'has no space left'] : ['is closed']

test.each(outputs)('opens, runs and stops its database when its output %s', async (what) => {
  const full = what === 'has no space left' ? await open('/dev/full', 'w') : undefined
  const { shop, url, dataDir } = await spawnShop({}, full)
  await full?.close()
  shop.stdout?.once('data', () => {
    shop.stdout?.destroy()
    shop.stderr?.destroy()
  })
  const statusOf = (path: string) =>
    fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => (shop.exitCode === null ? 'starting' : `exited with ${shop.exitCode}`),
    )
  await expect.poll(() => statusOf('/readyz'), { timeout: OPEN_WITHIN_MS, interval: 200 }).not.toBe('starting')
  expect(await statusOf('/readyz')).toBe(200)

  // Makes the shop log errors.
  const db = connect((await joinEmbedded(dataDir)).ownerUrl, { max: 1 })
  await sql`drop table news cascade`.execute(db)
  await db.destroy()
  for (let request = 0; request < 3; request += 1) expect(await statusOf('/api/v1/news')).toBe(500)
  expect(await statusOf('/healthz')).toBe(200)

  // A connection on which nothing is said does not hold it up.
  const silent = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) })
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  const stoppedAt = performance.now()
  shop.kill('SIGTERM')
  expect(await Promise.race([once(shop, 'exit'), pause(60_000)])).toEqual([0, null])
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  expect(await findEmbedded(dataDir)).toBeUndefined()
})

// Moments of the start: while the demo programme is loaded, while the database is set up, and after it answers.
const moments = ['Loading the demo programme', 'Starting the embedded PostgreSQL', 'Database brought up to date']

test.each(isProving ? moments : moments.slice(0, 1))(
  'stops its database on a signal before it is open, after it said "%s"',
  async (moment) => {
    const { shop, dataDir } = await spawnShop({ DEMO: '1' })
    const exited = once(shop, 'exit')
    let output = ''
    for (const stream of [shop.stdout, shop.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        const wasThere = output.includes(moment)
        output += chunk.toString()
        if (!wasThere && output.includes(moment)) shop.kill('SIGTERM')
      })
    }
    expect(await exited).toEqual([0, null])
    expect(output).not.toContain('Foyer is open')
    expect(await findEmbedded(dataDir)).toBeUndefined()
  },
)
