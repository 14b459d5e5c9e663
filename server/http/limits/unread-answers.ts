import { busy } from '#server/concurrency/wait-in-line.ts'
import { NetworkCounts } from './network-counts.ts'

/** Limits the bytes of large answers that clients have not got yet. */
const MAX_BYTES = 128_000_000

/** The large answers that one client network has not read yet. */
export type UnreadOfNetwork = {
  /** Throws `busy` if the network holds more than is left for all others. */
  requireRoom: () => void
  /** Counts an answer of so many bytes. Returns the function that takes it back, once. */
  add: (bytes: number) => () => void
}

/**
 * Counts large answers of this process that are in memory for few clients, such as pictures that were read for one and
 * private lists, until these have got them.
 */
export class UnreadAnswers {
  readonly #bytes = new NetworkCounts()

  of(network: string): UnreadOfNetwork {
    return {
      requireRoom: () => {
        if (this.#bytes.of(network) > MAX_BYTES - this.#bytes.total) throw busy()
      },
      add: (bytes) => this.#bytes.add(network, bytes),
    }
  }
}

/** Returns the largest size of a text or file in memory. */
export function bytesInMemory(content: string | Buffer): number {
  return typeof content === 'string' ? 2 * content.length : content.length
}
