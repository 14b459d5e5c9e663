// A plain load balancer: asks `readyz` of each server, and gives connections to ready servers in turn.
import { createServer, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Starts a balancer before servers, given by their ports. Returns its address. */
export async function startBalancer(ports, stop) {
  const ready = new Set(ports)
  const sockets = new Set()
  for (const port of ports) void watch(port)
  async function watch(port) {
    while (!stop.aborted) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) ready.add(port)
      else ready.delete(port)
      await wait(250)
    }
  }
  let next = 0
  const server = createServer((client) => {
    const open = [...ready]
    next += 1
    if (open.length === 0) return client.destroy()
    const upstream = connect({ host: '127.0.0.1', port: open[next % open.length] })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop.addEventListener('abort', () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${server.address().port}`
}
