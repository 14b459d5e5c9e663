import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, openCluster } from './cluster.ts'
import { provedTest } from '#server/testing/proving.ts'
import { startEmbedded } from './embedded.ts'
import { startServer, stopServer } from './server-process.ts'

/** Makes a cluster whose server recovers for a time. */
async function givenSlowRecovery(seconds: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-recovery-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const cluster = await openCluster(dataDir)
  const port = await freePort()
  await stopServer(await startServer(cluster, port))
  await writeFile(join(cluster.folder, 'recovery.signal'), '')
  return { dataDir, cluster, port, slow: { restore_command: `sleep ${seconds}; false`, hot_standby: 'off' } }
}

test('waits for a recovery that takes longer than a start', async () => {
  const { cluster, port, slow } = await givenSlowRecovery(1.5)
  const start = performance.now()
  const pid = await startServer(cluster, port, { settings: slow, readyWithinMs: 1_000 })
  await stopServer(pid)
  expect(performance.now() - start).toBeGreaterThan(1_500)
})

provedTest('stops waiting for a recovery on request, tells of it, and takes the server over later', async () => {
  const { dataDir, cluster, port, slow } = await givenSlowRecovery(3)
  const stopping = new AbortController()
  const said: string[] = []
  const say = (text: string) => {
    said.push(text)
    stopping.abort(new Error('stopped'))
  }
  const start = performance.now()
  await expect(startServer(cluster, port, { settings: slow, stop: stopping.signal, say })).rejects.toThrow('stopped')
  await expect(startEmbedded(dataDir, { stop: stopping.signal })).rejects.toThrow('stopped')
  expect(said).toEqual(['Waiting for the database, which recovers from a crash.'])
  expect(performance.now() - start).toBeLessThan(12_500)
  const database = await startEmbedded(dataDir)
  expect(new URL(database.connectionString).port).toBe(String(port))
  await database.stop()
})
