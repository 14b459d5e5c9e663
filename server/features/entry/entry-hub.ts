import { stateCharOf } from '#domain/entry/entry-set.ts'
import type { EntryDeviceId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Device } from '#server/http/serve.ts'
import type { Join } from '#server/http/serve-stream.ts'
import { EntryChannel } from './entry-channel.ts'
import { selectEntryCounters } from './entry-counters.sql.ts'
import { selectSetTickets } from './entry-tickets.sql.ts'
import { requireShow } from './require-show.ts'

const HEARTBEAT_MS = 20_000
/** Limits the streams of a device on this server. It needs one, and others while lost ones are not yet noticed. */
const STREAMS_OF_DEVICE = 5
const RETRY_AFTER_SECONDS = 5

/** Manages the streams of this server's devices: one channel per show. */
export class EntryHub {
  readonly #context: AppContext
  readonly #heartbeatMs: number
  readonly #unsubscribe: () => void
  readonly #channels = new Map<ShowId, EntryChannel>()
  readonly #streamsOf = new Map<EntryDeviceId, number>()
  #isClosed = false

  constructor(context: AppContext, { heartbeatMs = HEARTBEAT_MS } = {}) {
    this.#context = context
    this.#heartbeatMs = heartbeatMs
    this.#unsubscribe = context.bus.subscribe({
      onPublished: (changes) => {
        const ofShows = changes.filter((change) => change.what !== 'LISTS')
        for (const [showId, ofShow] of Map.groupBy(ofShows, (change) => change.showId)) {
          const channel = this.#channels.get(showId)
          channel?.refresh(ofShow.flatMap((change) => (change.what === 'ENTRY' ? [] : change.placeId)))
          if (ofShow.some(({ what }) => what === 'ENTRY')) channel?.reset()
        }
      },
      onGap: () => {
        for (const channel of this.#channels.values()) channel.reset()
      },
    })
  }

  /**
   * Returns the function that joins a device's stream to a show's channel, and throws `busy` for too many streams.
   * Throws `forbidden` for other shows.
   */
  admit(device: Device, showId: ShowId): Join {
    requireShow(device, showId)
    const { deviceId } = device
    return (open) => {
      const isTooMany = (this.#streamsOf.get(deviceId) ?? 0) >= STREAMS_OF_DEVICE
      if (this.#isClosed || isTooMany) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      const stream = open()
      this.#count(deviceId, 1)
      stream.onClose(() => this.#count(deviceId, -1))
      this.#channelOf(showId).join(stream)
    }
  }

  #count(deviceId: EntryDeviceId, by: 1 | -1): void {
    const streams = (this.#streamsOf.get(deviceId) ?? 0) + by
    if (streams > 0) this.#streamsOf.set(deviceId, streams)
    else this.#streamsOf.delete(deviceId)
  }

  /** Ends all streams. The devices reconnect, perhaps to another server. */
  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    for (const channel of this.#channels.values()) channel.close()
    this.#channels.clear()
  }

  #channelOf(showId: ShowId): EntryChannel {
    const known = this.#channels.get(showId)
    if (known) return known
    const { db, settings } = this.#context
    const channel = new EntryChannel({
      readTickets: async (placeIds) => {
        const disputesBlock = settings.DISPUTE_BLOCKS_ENTRY
        const tickets = await selectSetTickets(db, { showId, disputesBlock, placeIds })
        return tickets.map((ticket) => [ticket.id, ticket.issue, stateCharOf(ticket)])
      },
      readCounters: () => selectEntryCounters(db, showId),
      heartbeatMs: this.#heartbeatMs,
      onEmpty: () => this.#channels.delete(showId),
    })
    this.#channels.set(showId, channel)
    return channel
  }
}
