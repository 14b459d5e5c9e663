import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Limits the wait for an answer of `readyz`. */
const READY_WITHIN_MS = 2_000

/**
 * Starts a plain load balancer in front of servers whose addresses end in `/api/v1`, and returns its address. It asks
 * `readyz` of each server in an interval and gives connections to ready servers in turn. It repeats no request, leaves
 * open connections where they are, and refuses connections while no server is ready. Stopped at the end of the test.
 */
export async function startBalancer(urls: readonly string[], { intervalMs = 250 } = {}): Promise<string> {
  const ready = new Set(urls)
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  let next = 0

  async function check(url: string): Promise<void> {
    const readyz = url.replace('/api/v1', '/readyz')
    while (!stopping.signal.aborted) {
      const isReady = await fetch(readyz, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) ready.add(url)
      else ready.delete(url)
      await wait(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const checking = Promise.all(urls.map(check))

  const server = createServer((client) => {
    const [...open] = ready
    const url = open[next % open.length]
    next += 1
    if (!url) {
      client.destroy()
      return
    }
    const upstream = connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    stopping.abort()
    await checking
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
}
