import type { Socket } from 'node:net'

/** The bytes in memory for a connection of a client network. */
export type HeldBytes = { socket: Socket; network: string; bytes: number }

/**
 * Closes the first connections of the network that holds most bytes, again and again, until all together are within the
 * limit.
 */
export function closeGreediest(maxBytes: number, held: Iterable<HeldBytes>): void {
  const networks = Map.groupBy(held, ({ network }) => network)
  const queues = [...networks.values()].map((all) => ({ bytes: sumOf(all), rest: all.values() }))
  let sum = sumOf(queues)
  while (sum > maxBytes) {
    const greediest = queues.reduce((most, each) => (each.bytes > most.bytes ? each : most))
    const { value: first } = greediest.rest.next()
    if (!first) return
    first.socket.destroy()
    greediest.bytes -= first.bytes
    sum -= first.bytes
  }
}

const sumOf = (all: readonly { bytes: number }[]) => all.reduce((sum, { bytes }) => sum + bytes, 0)
