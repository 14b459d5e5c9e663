import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, openCluster } from './cluster.ts'
import { startServer, stopServer } from './server-process.ts'

test('waits for a recovery that takes longer than a start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-recovery-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const cluster = await openCluster(dataDir)
  const port = await freePort()
  await stopServer(await startServer(cluster, port))
  await writeFile(join(cluster.folder, 'recovery.signal'), '')
  const slow = { restore_command: 'sleep 1.5; false' }
  const start = performance.now()
  const pid = await startServer(cluster, port, { settings: slow, readyWithinMs: 1_000 })
  await stopServer(pid)
  expect(performance.now() - start).toBeGreaterThan(1_500)
})
