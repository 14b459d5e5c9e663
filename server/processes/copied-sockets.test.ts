import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/cluster.ts'

const VISITORS = 200

test('lets a worker accept several connections in one turn of its event loop', async () => {
  const port = await freePort()
  const shop = spawn(process.execPath, ['server/testing/busy-worker.ts', String(port), String(VISITORS)])
  onTestFinished(() => void shop.kill())
  const lines = createInterface(shop.stdout)[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('open')
  const visitors = Array.from({ length: VISITORS }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => visitors.forEach((visitor) => visitor.destroy()))
  expect(Number((await lines.next()).value)).toBeLessThan(VISITORS / 2)
})
