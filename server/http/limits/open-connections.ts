import type { Socket } from 'node:net'

/** The part of the limit that is closed at once: each search for connections to close takes time. */
const CLOSED_PART = 0.01

/** The open connections of client networks, each in the order in which they were opened. */
export class OpenConnections {
  readonly #max: number
  readonly #networkOf = new Map<Socket, string>()
  readonly #ofNetwork = new Map<string, Set<Socket>>()
  readonly #answering = new Set<Socket>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts the connections of a network. */
  of(network: string): number {
    return this.#ofNetwork.get(network)?.size ?? 0
  }

  /** Adds a connection until it closes. Closes others first when there are too many of all networks. */
  add(socket: Socket, network: string): void {
    if (this.#networkOf.size >= this.#max) this.#makeRoom()
    this.#networkOf.set(socket, network)
    const sockets = this.#ofNetwork.get(network) ?? new Set()
    this.#ofNetwork.set(network, sockets.add(socket))
    socket.once('close', () => this.#forget(socket))
  }

  /** Spares a connection as long as there are others that answer no request. Returns the function that ends this. */
  spare(socket: Socket): () => void {
    this.#answering.add(socket)
    return () => this.#answering.delete(socket)
  }

  /** Closes the oldest connections of the network that has most of them, first those that answer no request. */
  #makeRoom(): void {
    const count = Math.ceil(this.#max * CLOSED_PART)
    const largest = [...this.#ofNetwork.values()].reduce((most, each) => (each.size > most.size ? each : most))
    const sockets = [...(largest.size < count ? this.#networkOf.keys() : largest)]
    const idle = sockets.filter((socket) => !this.#answering.has(socket))
    for (const socket of (idle.length > 0 ? idle : sockets).slice(0, count)) {
      this.#forget(socket)
      socket.destroy()
    }
  }

  #forget(socket: Socket): void {
    const network = this.#networkOf.get(socket)
    if (network === undefined) return
    this.#networkOf.delete(socket)
    this.#answering.delete(socket)
    const sockets = this.#ofNetwork.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#ofNetwork.delete(network)
  }
}
