import { NetworkCounts } from '#server/http/network-counts.ts'
import { busy } from '#server/wait-in-line.ts'

/** Limits the bytes of pictures that were read for clients and that these have not got yet. */
const MAX_BYTES = 128_000_000

/**
 * Counts pictures that are in memory for one client alone, until it has got them: those that were read for it. Later
 * clients share them while they are cached.
 */
export class UnreadPictures {
  readonly #bytes = new NetworkCounts()

  /** Throws `busy` for a client network that holds more than is left for all others. */
  requireRoom(network: string): void {
    if (this.#bytes.of(network) > MAX_BYTES - this.#bytes.total) throw busy()
  }

  /** Counts a picture. Returns the function that takes it back, once. */
  add(network: string, bytes: number): () => void {
    return this.#bytes.add(network, bytes)
  }
}
