import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { PlaceStates } from '#contract/places.ts'
import type { PlaceId } from '#domain/ids.ts'
import { eventBytes, type EventStream, retryBytes } from '#server/http/serve-stream.ts'
import { coalescingThrottle } from '#server/concurrency/coalescing-throttle.ts'
import type { Paced } from '#server/concurrency/paced-work.ts'
import { RecentEvents } from './recent-events.ts'

type Held = Map<PlaceId, number>

/** Counts the tickets of all places of the show, or of the given places. */
export type ReadHeld = (placeIds?: readonly PlaceId[]) => Promise<Held>

const GATHER_MS = 250
/** Limits the streams that get an event before other requests have their turn. */
const STREAMS_AT_ONCE = 200
// For more changes at once, clients are told to request the whole state.
const MAX_PLACES_IN_EVENT = 2_000
// Spreads the reconnects after a server has closed.
const [RETRY_MS, RETRY_SPREAD_MS] = [1_000, 4_000]

const heartbeat = eventBytes({ name: 'beat', data: [] })

/** The state of a show for its watchers. The places of an ended one change only by messages. */
export type ShowState = 'hidden' | 'ended' | 'open'

type ChannelSettings = {
  /** The interval in which everything is read again. */
  heartbeatMs: number
  /** Reads everything again, one channel after the other. */
  paced: Paced
  /** Tells the state of the show. Asked before everything is read again. */
  look: () => Promise<ShowState>
  /** Called after the channel has closed by itself: without streams, or because its show was hidden. */
  onEnd: () => void
}

/**
 * The streams of one show. Reads changed places again instead of forwarding changes: an event contains the state of
 * places, so neither the order of events nor repeated events matter.
 */
export class ShowChannel {
  readonly #read: ReadHeld
  readonly #settings: ChannelSettings
  readonly #streams = new Set<EventStream>()
  readonly #recent = new RecentEvents()
  readonly #reading = coalescingThrottle(() => this.#readAndPublish(), GATHER_MS)
  readonly #heartbeat: NodeJS.Timeout
  #held: Held
  #changed = new Set<PlaceId>()
  #isAllDue = false
  /** Called when all places have been read in some milliseconds, or will not be. */
  #whenAllRead: ((busyMs: number) => void) | undefined
  #isBeating = false
  #isClosed = false

  /** Begins with the current state, so that clients that join later miss no change. Empty for an ended show. */
  constructor(read: ReadHeld, held: Held, settings: ChannelSettings) {
    this.#read = read
    this.#held = held
    this.#settings = settings
    this.#heartbeat = setInterval(() => void this.#beat(), settings.heartbeatMs).unref()
  }

  /** Sends the events after the client's last one, or tells it to request the whole state. */
  join(stream: EventStream, lastEventId: string | undefined): void {
    const missed = lastEventId === undefined ? undefined : this.#recent.since(lastEventId)
    const greeting = missed ?? eventBytes({ id: this.#recent.lastId, name: 'reset', data: [] })
    stream.send(retryBytes(RETRY_MS + Math.random() * RETRY_SPREAD_MS), greeting, heartbeat)
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
  }

  /** Reads and publishes places that may have changed. */
  refresh(placeIds: readonly PlaceId[]): void {
    for (const placeId of placeIds) this.#changed.add(placeId)
    this.#reading.request()
  }

  /** Reads all places and publishes the changed ones. */
  refreshAll(): void {
    this.#isAllDue = true
    this.#reading.request()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    this.#reading.stop()
    for (const stream of this.#streams) stream.end()
    this.#streams.clear()
    this.#whenAllRead?.(0)
  }

  /**
   * Reads everything again now and then: expired reservations publish nothing, and messages may get lost. Of an ended
   * show, only changed places are read: one client could watch all shows of the past. Those of other shows are read one
   * show after the other: one client could watch thousands, which would all be due at the same time.
   */
  async #beat(): Promise<void> {
    if (this.#streams.size === 0) return this.#end()
    void this.#send(heartbeat)
    if (this.#isBeating) return
    this.#isBeating = true
    await this.#settings.paced(() => this.#readAll())
    this.#isBeating = false
  }

  #readAll(): Promise<number> {
    if (this.#isClosed) return Promise.resolve(0)
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#whenAllRead = resolve
    this.refreshAll()
    return promise
  }

  #end(): void {
    this.close()
    this.#settings.onEnd()
  }

  async #readAndPublish(): Promise<void> {
    const start = performance.now()
    const changed = [...this.#changed]
    const isAllDue = this.#isAllDue || changed.length > MAX_PLACES_IN_EVENT
    this.#changed = new Set()
    this.#isAllDue = false
    try {
      const state = isAllDue ? await this.#settings.look() : 'open'
      if (state === 'hidden') return this.#end()
      const isAll = isAllDue && state === 'open'
      if (!isAll && changed.length === 0) return
      const held = await this.#read(isAll ? undefined : changed)
      // Published even if unchanged now: a place may have changed back after a client read the state in between.
      const toPublish = isAll ? [...new Set([...changed, ...differing(this.#held, held)])] : changed
      if (isAll) this.#held = held
      await this.#publish(toPublish.map((placeId) => [placeId, held.get(placeId) ?? 0]))
    } catch {
      // The database is unavailable. The next heartbeat tries again.
      for (const placeId of changed) this.#changed.add(placeId)
      this.#isAllDue = true
    } finally {
      if (isAllDue) this.#whenAllRead?.(performance.now() - start)
    }
  }

  async #publish(states: PlaceStates): Promise<void> {
    if (states.length === 0) return
    for (const [placeId, tickets] of states) this.#held.set(placeId, tickets)
    const isTooMuch = states.length > MAX_PLACES_IN_EVENT
    await this.#send(this.#recent.add(isTooMuch ? { name: 'reset', data: [] } : { data: states }))
  }

  /** Sends events to the streams of now. One that joins meanwhile has got them with its greeting. */
  async #send(events: Uint8Array): Promise<void> {
    for (const [index, stream] of [...this.#streams].entries()) {
      if (index > 0 && index % STREAMS_AT_ONCE === 0) await letOthersRun()
      if (this.#streams.has(stream)) stream.send(events)
    }
  }
}

function differing(before: Held, after: Held): PlaceId[] {
  const changed = [...after].filter(([placeId, tickets]) => before.get(placeId) !== tickets)
  const freed = [...before].filter(([placeId, tickets]) => tickets > 0 && !after.has(placeId))
  return [...changed, ...freed].map(([placeId]) => placeId)
}
