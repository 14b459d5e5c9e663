import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/cluster.ts'
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

test('does not listen where another shop has just begun to', async () => {
  const [one, other] = [Fastify(), Fastify()]
  const port = await freePort()
  const close = await acceptConnections(one, { host: '127.0.0.1', port })
  await expect(acceptConnections(other, { host: '127.0.0.1', port })).rejects.toThrow(
    `Something else listens at 127.0.0.1:${port}. Set PORT to a free port.`,
  )
  await Promise.all([one.close(), close()])
  const closeOther = await acceptConnections(other, { host: '127.0.0.1', port })
  await Promise.all([other.close(), closeOther()])
})

test('accepts several connections in one turn of the event loop, and none once it closes', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const accepted = Promise.withResolvers<void>()
  let count = 0
  app.server.on('connection', () => {
    count += 1
    if (count === VISITORS) accepted.resolve()
  })
  app.get('/', () => 'welcome')
  const port = await freePort()
  const close = await acceptConnections(app, { host: '127.0.0.1', port })
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
