import cluster from 'node:cluster'
import Fastify from 'fastify'
import { acceptConnections } from '#server/http/accept-connections.ts'
import { copySocket, sendSocketsBack } from '#server/processes/copied-sockets.ts'

// A program: a worker at the port of its first argument, whose turns of the event loop are long. Writes that it
// listens, then how many turns there were until as many visitors had connected as its second argument says.

const TURN_MS = 2
const [port = 0, visitors = 0] = process.argv.slice(2).map(Number)

if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  sendSocketsBack()
  cluster.fork()
} else {
  const app = Fastify()
  await acceptConnections(app, { host: '127.0.0.1', port }, copySocket)
  process.stdout.write('open\n')
  let turns = 0
  let connections = 0
  app.server.on('connection', () => {
    connections += 1
    if (connections === visitors) process.stdout.write(`${turns}\n`)
  })
  const take = () => {
    turns += 1
    const until = performance.now() + TURN_MS
    while (performance.now() < until);
    setImmediate(take)
  }
  take()
}
