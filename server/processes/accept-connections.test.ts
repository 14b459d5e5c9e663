import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { acceptConnections } from './accept-connections.ts'

const VISITORS = 200
const TURN_MS = 2

/** Makes all turns of the event loop long until the function returned is called, which returns their number. */
function makeLongTurns(): () => number {
  let turns = 0
  let isOver = false
  const take = () => {
    turns += 1
    const until = performance.now() + TURN_MS
    while (performance.now() < until);
    if (!isOver) setImmediate(take)
  }
  take()
  return () => {
    isOver = true
    return turns
  }
}

test('accepts several connections in one turn of the event loop, and none once it closes', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const accepted = Promise.withResolvers<void>()
  let count = 0
  app.server.on('connection', () => {
    count += 1
    if (count === VISITORS) accepted.resolve()
  })
  app.get('/', () => 'welcome')
  const close = await acceptConnections(app, { host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const endLongTurns = makeLongTurns()
  const visitors = Array.from({ length: VISITORS }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => visitors.forEach((visitor) => visitor.destroy()))
  await accepted.promise
  expect(endLongTurns()).toBeLessThan(VISITORS / 2)
  await Promise.all(
    visitors.map(async (visitor) => {
      visitor.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      const [answer] = await once(visitor, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK/)
    }),
  )
  await Promise.all([app.close(), close()])
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})
