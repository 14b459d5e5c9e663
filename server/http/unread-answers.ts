import { busy } from '#server/wait-in-line.ts'
import { NetworkCounts } from './network-counts.ts'

/** Limits the bytes of large answers that clients have not got yet. */
const MAX_BYTES = 128_000_000

/**
 * Counts large answers that are in memory for few clients, such as pictures that were read for one, until these have
 * got them.
 */
export class UnreadAnswers {
  readonly #bytes = new NetworkCounts()

  /** Throws `busy` for a client network that holds more than is left for all others. */
  requireRoom(network: string): void {
    if (this.#bytes.of(network) > MAX_BYTES - this.#bytes.total) throw busy()
  }

  /** Counts an answer. Returns the function that takes it back, once. */
  add(network: string, bytes: number): () => void {
    return this.#bytes.add(network, bytes)
  }
}
