import { randomUUID } from 'node:crypto'
import { eventBytes } from '#server/http/serve-stream.ts'

const MAX_BYTES = 64 * 1024

/** Keeps the latest events of a show, numbered, for clients that reconnect. */
export class RecentEvents {
  readonly #epoch = randomUUID().slice(0, 8)
  #events: Uint8Array[] = []
  /** The kept events in one buffer, for all clients that have missed some. Undefined after a further event. */
  #joined: Buffer | undefined
  #bytes = 0
  #count = 0

  /** The id of the latest event. */
  get lastId(): string {
    return `${this.#epoch}-${this.#count}`
  }

  /** Numbers an event and keeps it. Drops the oldest events beyond the size limit. */
  add(event: { name?: string; data: unknown }): Uint8Array {
    this.#count += 1
    const bytes = eventBytes({ ...event, id: this.lastId })
    this.#events.push(bytes)
    this.#joined = undefined
    this.#bytes += bytes.length
    while (this.#bytes > MAX_BYTES) this.#bytes -= this.#events.shift()?.length ?? this.#bytes
    return bytes
  }

  /**
   * Returns the events after the given id, joined: thousands of them in each stream of clients that do not read would
   * take more memory than their bytes. Undefined for an id that is unknown or no longer kept.
   */
  since(lastEventId: string): Uint8Array | undefined {
    const [, epoch, number] = /^(\w+)-(\d+)$/.exec(lastEventId) ?? []
    const missed = this.#count - Number(number)
    if (epoch !== this.#epoch || missed < 0 || missed > this.#events.length) return undefined
    const known = this.#events.slice(0, this.#events.length - missed)
    this.#joined ??= Buffer.concat(this.#events)
    return this.#joined.subarray(known.reduce((sum, { length }) => sum + length, 0))
  }
}
