import type { PlaceId, ShowId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { pacedWork } from '#server/concurrency/paced-work.ts'
import type { Change } from '#server/db/publish-after-commit.ts'
import { selectPlanOfShow } from '#server/features/shows/shows.sql.ts'
import type { EventStream, Join, StreamRequest } from '#server/http/serve-stream.ts'
import { selectHeldPlaces } from './places.sql.ts'
import { type ReadHeld, ShowChannel, type ShowState } from './show-channel.ts'

const HEARTBEAT_MS = 20_000
const RETRY_AFTER_SECONDS = 30
/** The network with most streams is looked for at most this often: there may be thousands. */
const LOOK_EVERY_MS = 1_000
/** The part of the time in which all places of shows are read again. */
const SHARE_OF_BEATS = 0.2

/** A show, and whether its watchers are staff, who also watch shows that visitors do not see. */
type ChannelKey = `${'staff' | 'visitors'} ${ShowId}`

/** Manages the streams of this server: one channel per watched show and kind of watchers. */
export class PlaceHub {
  readonly #context: AppContext
  readonly #heartbeatMs: number
  readonly #unsubscribe: () => void
  readonly #channels = new Map<ChannelKey, Promise<ShowChannel>>()
  readonly #paced = pacedWork(SHARE_OF_BEATS)
  /** The streams of each client network, in the order in which they were opened. */
  readonly #streamsOf = new Map<string, Set<EventStream>>()
  #streams = 0
  #most = ''
  #lookedAt = -Infinity
  #isClosed = false

  constructor(context: AppContext, { heartbeatMs = HEARTBEAT_MS } = {}) {
    this.#context = context
    this.#heartbeatMs = heartbeatMs
    this.#unsubscribe = context.bus.subscribe({
      onPublished: (changes) => this.#refresh(changes),
      onGap: () => {
        for (const channel of this.#channels.values()) whenOpen(channel, (open) => open.refreshAll())
      },
    })
  }

  /** Counts what the hub holds. */
  get size() {
    return { streams: this.#streams, clientNetworks: this.#streamsOf.size, channels: this.#channels.size }
  }

  /**
   * Admits a client to a show's channel and returns the function that joins it. Both throw `busy` for too many streams:
   * many clients may wait for the channel at once. Joining may end a stream of a client network that has more.
   */
  async admit(showId: ShowId, { caller, clientNetwork, lastEventId, inTurn }: StreamRequest): Promise<Join> {
    this.#mostWatching(clientNetwork)
    const channel = await this.#channelOf(showId, caller?.isStaff ?? false, inTurn)
    return (open) => {
      this.#makeRoom(clientNetwork)
      const stream = open()
      this.#add(clientNetwork, stream)
      channel.join(stream, lastEventId)
    }
  }

  /** Ends all streams. The clients reconnect, perhaps to another server. */
  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    for (const channel of this.#channels.values()) whenOpen(channel, (open) => open.close())
    this.#channels.clear()
  }

  /**
   * Finds the client network of which a stream has to end for another one of a network: none while that has fewer than
   * are left for all others, else the one with most. Throws `busy` if that does not have more.
   */
  #mostWatching(clientNetwork: string): string | undefined {
    const busy = () => problem('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (this.#isClosed) throw busy()
    const own = this.#countOf(clientNetwork)
    if (this.#context.settings.MAX_STREAMS - this.#streams > own) return undefined
    const most = this.#recentMost()
    if (this.#countOf(most) <= own + 1) throw busy()
    return most
  }

  /** Returns the client network that had most streams within the last second, and may have fewer now. */
  #recentMost(): string {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_EVERY_MS) return this.#most
    this.#lookedAt = now
    let count = 0
    for (const [network, { size }] of this.#streamsOf) if (size > count) [this.#most, count] = [network, size]
    return this.#most
  }

  /** Ends a stream for one of a client network if it has to. */
  #makeRoom(clientNetwork: string): void {
    const most = this.#mostWatching(clientNetwork)
    if (most === undefined) return
    const [oldest] = this.#streamsOf.get(most) ?? []
    if (!oldest) return
    this.#remove(most, oldest)
    oldest.disconnect()
  }

  #countOf(clientNetwork: string): number {
    return this.#streamsOf.get(clientNetwork)?.size ?? 0
  }

  #add(clientNetwork: string, stream: EventStream): void {
    const streams = this.#streamsOf.get(clientNetwork) ?? new Set()
    this.#streamsOf.set(clientNetwork, streams.add(stream))
    this.#streams += 1
    stream.onClose(() => this.#remove(clientNetwork, stream))
  }

  #remove(clientNetwork: string, stream: EventStream): void {
    const streams = this.#streamsOf.get(clientNetwork)
    if (!streams?.delete(stream)) return
    this.#streams -= 1
    if (streams.size === 0) this.#streamsOf.delete(clientNetwork)
  }

  /**
   * Returns the channel of a show, or opens it in the client's own turn: the turn of another network that asked first
   * may come much later.
   */
  async #channelOf(showId: ShowId, isStaff: boolean, inTurn: StreamRequest['inTurn']): Promise<ShowChannel> {
    const known = () => this.#channels.get(keyOf(showId, isStaff))
    return known() ?? inTurn(async () => known() ?? this.#open(showId, isStaff))
  }

  #open(showId: ShowId, isStaff: boolean): Promise<ShowChannel> {
    const key = keyOf(showId, isStaff)
    const channel = this.#read(showId, isStaff)
    this.#channels.set(key, channel)
    channel.catch(() => this.#channels.delete(key))
    return channel
  }

  async #read(showId: ShowId, isStaff: boolean): Promise<ShowChannel> {
    const { db } = this.#context
    const look = async (): Promise<ShowState> => {
      const show = await selectPlanOfShow(db, showId, { isStaff })
      if (!show) return 'hidden'
      return show.hasEnded ? 'ended' : 'open'
    }
    const state = await look()
    if (state === 'hidden') throw problem('not_found', { what: 'show' })
    const read: ReadHeld = (placeIds) => selectHeldPlaces(db, showId, placeIds)
    const held = state === 'ended' ? new Map<PlaceId, number>() : await read()
    return new ShowChannel(read, held, {
      heartbeatMs: this.#heartbeatMs,
      paced: this.#paced,
      look,
      onEnd: () => this.#channels.delete(keyOf(showId, isStaff)),
    })
  }

  #refresh(changes: readonly Change[]): void {
    const places = changes.filter((change) => change.what === 'PLACE')
    const changedOf = Map.groupBy(places, ({ showId }) => showId)
    for (const [showId, changed] of changedOf) {
      const placeIds = changed.map(({ placeId }) => placeId)
      for (const isStaff of [true, false]) {
        whenOpen(this.#channels.get(keyOf(showId, isStaff)), (channel) => channel.refresh(placeIds))
      }
    }
  }
}

const keyOf = (showId: ShowId, isStaff: boolean): ChannelKey => `${isStaff ? 'staff' : 'visitors'} ${showId}`

/** Calls back once the channel is open, unless it fails to open. */
function whenOpen(channel: Promise<ShowChannel> | undefined, use: (channel: ShowChannel) => void): void {
  channel?.then(use, () => {})
}
