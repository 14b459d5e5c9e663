import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/settings/env.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { startForwarder } from '#server/testing/forwarder.ts'
import { freePort } from './embedded/cluster.ts'
import { openDatabase } from './open.ts'

test('waits for a database that is not available, and says in a sentence when it does not come', async () => {
  const { url, ownerUrl, drop } = await freshDatabase()
  onTestFinished(drop)
  const { host } = new URL(url)
  const port = await freePort()
  const there = `127.0.0.1:${port}`
  const settings = readSettings({
    DATABASE_URL: url.replace(host, there),
    DATABASE_OWNER_URL: ownerUrl.replace(host, there),
  })
  const said: string[] = []
  const open = (withinMs: number) => openDatabase(settings, (text) => said.push(text), { withinMs })
  await expect(open(1_500)).rejects.toThrow(
    /^The database foyer_test_\w+ at 127\.0\.0\.1:\d+ cannot be used \(.*ECONN.*/,
  )
  expect(said).toEqual(['The database is not available. Trying again for 2 seconds …'])

  const opening = open(30_000)
  await wait(1_500)
  await startForwarder(host, port)
  await (await opening).close()
})
