import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Forwards connections to another address. */
export type Forwarder = {
  address: string
  countConnections: () => number
  /** Counts the packets from the near end. */
  countPackets: () => number
  stop: () => void
}

/** Starts a forwarder to `target`, `host:port`, for one test, by default on a free port. */
export async function startForwarder(target: string, port = 0): Promise<Forwarder> {
  const { hostname, port: targetPort } = new URL(`tcp://${target}`)
  const sockets = new Set<Socket>()
  let connections = 0
  let packets = 0
  const server = createServer((near) => {
    connections += 1
    near.on('data', () => void (packets += 1))
    const far = connect({ host: hostname, port: Number(targetPort) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.once('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(stop)
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, countConnections: () => connections, countPackets: () => packets, stop }
}
