import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { provedTest } from '#server/testing/proving.ts'
import { givenBuyers } from './buyers.ts'
import { startShopOfWorkers, workersOf, WORKERS } from './worker-rig.ts'

/** A guard against hanging, not a yardstick. */
const ANSWERED_WITHIN_MS = 20_000
/** More connections than wait in the kernel for a worker: 511, Node's default. */
const CONNECTIONS = 1_500

provedTest('answers all connections while one of the workers accepts none', async () => {
  const { db, shop } = await startShopOfWorkers()
  const customers = await givenBuyers(db, 2 * WORKERS)
  pause(workersOf(shop).slice(0, 1))
  // Each opens a connection of its own.
  const answers = customers.map(async (customer) => (await customer.send(shop.url, 'GET', '/users/detail')).status)
  const late = wait(ANSWERED_WITHIN_MS, 'a connection without an answer', { ref: false })
  expect(await Promise.race([Promise.all(answers), late])).toEqual(customers.map(() => 200))
})

test('takes up no more connections than workers can accept soon', async () => {
  const { shop } = await startShopOfWorkers()
  const resume = pause(workersOf(shop))
  const port = Number(new URL(shop.url).port)
  let connected = 0
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(port, '127.0.0.1', () => (connected += 1))
    return socket.on('error', () => undefined)
  })
  onTestFinished(() => void sockets.map((socket) => socket.destroy()))
  await wait(1_000)
  resume()
  expect(connected).toBeGreaterThan(0)
  expect(connected).toBeLessThan(CONNECTIONS / 2)
})

/** Stops workers until the returned function is called, or the test ends, whose shop could not close without them. */
function pause(workers: readonly number[]): () => void {
  const signal = (name: NodeJS.Signals) => {
    for (const worker of workers) process.kill(worker, name)
  }
  signal('SIGSTOP')
  onTestFinished(() => signal('SIGCONT'))
  return () => signal('SIGCONT')
}
