import type { ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { ChangedPlace } from '#server/db/publish-after-commit.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import type { EventStream, StreamRequest } from '#server/http/serve-stream.ts'
import { selectHeldPlaces } from './places.sql.ts'
import { ShowChannel } from './show-channel.ts'

const BEAT_MS = 20_000
const RETRY_AFTER_SECONDS = 30

/** Everybody who watches shows on this server: a channel for each show that somebody watches. */
export class PlaceHub {
  readonly #context: AppContext
  readonly #beatMs: number
  readonly #deafen: () => void
  readonly #channels = new Map<ShowId, Promise<ShowChannel>>()
  readonly #streamsOf = new Map<string, number>()
  #streams = 0
  #isClosed = false

  constructor(context: AppContext, { beatMs = BEAT_MS } = {}) {
    this.#context = context
    this.#beatMs = beatMs
    this.#deafen = context.bus.hear({
      onPublished: (places) => this.#tell(places),
      onGap: () => {
        for (const channel of this.#channels.values()) whenOpen(channel, (open) => open.tellAll())
      },
    })
  }

  /** How much it holds. */
  get size() {
    return { streams: this.#streams, sources: this.#streamsOf.size, channels: this.#channels.size }
  }

  /** Admits a client to the show's channel, and answers how to join it. */
  async admit(showId: ShowId, { source, lastEventId }: StreamRequest): Promise<(stream: EventStream) => void> {
    this.#refuseTooMany(source)
    const channel = await this.#channelOf(showId)
    this.#refuseTooMany(source)
    return (stream) => {
      this.#count(source, 1)
      stream.onClose(() => this.#count(source, -1))
      channel.join(stream, lastEventId)
    }
  }

  /** Sends everybody away; they may come to another server. */
  close(): void {
    this.#isClosed = true
    this.#deafen()
    for (const channel of this.#channels.values()) whenOpen(channel, (open) => open.close())
    this.#channels.clear()
  }

  /** One source never holds more streams than are left for all others. */
  #refuseTooMany(source: string): void {
    const left = this.#context.settings.MAX_STREAMS - this.#streams
    const isTooMany = left <= (this.#streamsOf.get(source) ?? 0)
    if (this.#isClosed || isTooMany) throw problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  #count(source: string, by: 1 | -1): void {
    this.#streams += by
    const streams = (this.#streamsOf.get(source) ?? 0) + by
    if (streams > 0) this.#streamsOf.set(source, streams)
    else this.#streamsOf.delete(source)
  }

  #channelOf(showId: ShowId): Promise<ShowChannel> {
    const known = this.#channels.get(showId)
    if (known) return known
    const channel = this.#open(showId)
    this.#channels.set(showId, channel)
    channel.catch(() => this.#channels.delete(showId))
    return channel
  }

  async #open(showId: ShowId): Promise<ShowChannel> {
    const { db } = this.#context
    if (!(await selectPlanOfShow(db, showId))) throw problem('not_found', { what: 'show' })
    return ShowChannel.open((placeIds) => selectHeldPlaces(db, showId, placeIds), {
      beatMs: this.#beatMs,
      onDeserted: () => this.#channels.delete(showId),
    })
  }

  #tell(places: readonly ChangedPlace[]): void {
    const changedOf = Map.groupBy(places, ({ showId }) => showId)
    for (const [showId, changed] of changedOf) {
      const placeIds = changed.map(({ placeId }) => placeId)
      whenOpen(this.#channels.get(showId), (channel) => channel.tell(placeIds))
    }
  }
}

/** What is said to a channel that is still opening is heard when it is open. */
function whenOpen(channel: Promise<ShowChannel> | undefined, say: (channel: ShowChannel) => void): void {
  channel?.then(say, () => {})
}
