import type { EntryChanges, EntryCounters } from '#contract/entry.ts'
import type { PlaceId } from '#domain/ids.ts'
import { coalescingThrottle } from '#server/concurrency/coalescing-throttle.ts'
import { eventBytes, type EventStream, retryBytes } from '#server/http/serve-stream.ts'

const GATHER_MS = 100
const COUNTERS_MS = 1_000
// For more changes at once, devices fetch the set again.
const MAX_TICKETS_IN_EVENT = 2_000
const [RETRY_MS, RETRY_SPREAD_MS] = [500, 1_500]

const heartbeat = eventBytes({ name: 'beat', data: [] })
const reset = eventBytes({ name: 'reset', data: [] })

type ChannelSettings = {
  readTickets: (placeIds: readonly PlaceId[]) => Promise<EntryChanges>
  readCounters: () => Promise<EntryCounters>
  heartbeatMs: number
  /** Called after a heartbeat found no streams and closed the channel. */
  onEmpty: () => void
}

/**
 * The streams of the devices of one show. Reads changed tickets again instead of forwarding changes, so neither the
 * order of events nor repeated events matter.
 */
export class EntryChannel {
  readonly #settings: ChannelSettings
  readonly #streams = new Set<EventStream>()
  readonly #tickets = coalescingThrottle(() => this.#publishTickets(), GATHER_MS)
  readonly #counters = coalescingThrottle(() => this.#publishCounters(), COUNTERS_MS)
  readonly #heartbeat: NodeJS.Timeout
  #changed = new Set<PlaceId>()

  constructor(settings: ChannelSettings) {
    this.#settings = settings
    this.#heartbeat = setInterval(() => this.#beat(), settings.heartbeatMs).unref()
  }

  /** Tells a device to fetch the set, because it may have changed before the device joined, then sends counters. */
  join(stream: EventStream): void {
    stream.send(retryBytes(RETRY_MS + Math.random() * RETRY_SPREAD_MS), reset, heartbeat)
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
    this.#counters.request()
  }

  /** Reads and publishes the tickets of places that may have changed. */
  refresh(placeIds: readonly PlaceId[]): void {
    if (placeIds.length === 0) return
    for (const placeId of placeIds) this.#changed.add(placeId)
    this.#tickets.request()
    this.#counters.request()
  }

  /** Tells all devices to fetch the set, because changes may have been missed. */
  reset(): void {
    this.#send(reset)
    this.#counters.request()
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.#tickets.stop()
    this.#counters.stop()
    for (const stream of this.#streams) stream.end()
  }

  #beat(): void {
    if (this.#streams.size > 0) {
      this.#send(heartbeat)
    } else {
      this.close()
      this.#settings.onEmpty()
    }
  }

  async #publishTickets(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed = new Set()
    try {
      const tickets = await this.#settings.readTickets(changed)
      if (tickets.length === 0) return
      this.#send(tickets.length > MAX_TICKETS_IN_EVENT ? reset : eventBytes({ data: tickets }))
    } catch {
      // The database is unavailable: devices fetch the set when it is back.
      this.#send(reset)
    }
  }

  async #publishCounters(): Promise<void> {
    const counters = await this.#settings.readCounters().catch(() => undefined)
    if (counters) this.#send(eventBytes({ name: 'counters', data: counters }))
  }

  #send(events: Uint8Array): void {
    for (const stream of this.#streams) stream.send(events)
  }
}
