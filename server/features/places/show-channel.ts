import type { PlaceStates } from '#contract/places.ts'
import type { PlaceId } from '#domain/ids.ts'
import { eventBytes, type EventStream, retryBytes } from '#server/http/serve-stream.ts'
import { coalescingThrottle } from '#server/coalescing-throttle.ts'
import { RecentEvents } from './recent-events.ts'

type Held = Map<PlaceId, number>

/** How many tickets hold places of the show now, of all places or of some. */
export type ReadHeld = (placeIds?: readonly PlaceId[]) => Promise<Held>

const GATHER_MS = 250
// More than so many changes at once are not told one by one: the state is asked for.
const MAX_PLACES_IN_EVENT = 2_000
// Whom a server leaves behind does not come back all at once.
const [RETRY_MS, RETRY_SPREAD_MS] = [1_000, 4_000]

const beat = eventBytes({ name: 'beat', data: [] })

type Life = {
  /** How often everything is read again. */
  beatMs: number
  /** Called when a beat found nobody there; the channel is closed by then. */
  onDeserted: () => void
}

/**
 * Everybody who watches one show. What changes is not passed on but read again: an event says how places stand, so that
 * neither order nor repetition matters.
 */
export class ShowChannel {
  readonly #read: ReadHeld
  readonly #life: Life
  readonly #streams = new Set<EventStream>()
  readonly #recent = new RecentEvents()
  readonly #reading = coalescingThrottle(() => this.#catchUp(), GATHER_MS)
  readonly #beating: NodeJS.Timeout
  #held: Held
  #told = new Set<PlaceId>()
  #isAllDue = false

  private constructor(read: ReadHeld, held: Held, life: Life) {
    this.#read = read
    this.#held = held
    this.#life = life
    this.#beating = setInterval(() => this.#beat(), life.beatMs).unref()
  }

  /** Opens with what is held now. Who joins then is told to ask for the state, and misses nothing that comes after it. */
  static async open(read: ReadHeld, life: Life): Promise<ShowChannel> {
    return new ShowChannel(read, await read(), life)
  }

  /** Goes on after the last event the client knows; else tells it to ask for the state. */
  join(stream: EventStream, lastEventId: string | undefined): void {
    const missed = lastEventId === undefined ? undefined : this.#recent.since(lastEventId)
    const greeting = missed ?? [eventBytes({ id: this.#recent.lastId, name: 'reset', data: [] })]
    stream.send(Buffer.concat([retryBytes(RETRY_MS + Math.random() * RETRY_SPREAD_MS), ...greeting, beat]))
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
  }

  /** Some places may be held otherwise now. */
  tell(placeIds: readonly PlaceId[]): void {
    for (const placeId of placeIds) this.#told.add(placeId)
    this.#reading.ask()
  }

  /** Any place may be held otherwise now. */
  tellAll(): void {
    this.#isAllDue = true
    this.#reading.ask()
  }

  close(): void {
    clearInterval(this.#beating)
    this.#reading.stop()
    for (const stream of this.#streams) stream.end()
  }

  /** Reservations run out without a word, and a word may get lost: everything is read again now and then. */
  #beat(): void {
    if (this.#streams.size > 0) {
      this.#send(beat)
      this.tellAll()
    } else {
      this.close()
      this.#life.onDeserted()
    }
  }

  async #catchUp(): Promise<void> {
    const told = [...this.#told]
    const isAll = this.#isAllDue || told.length > MAX_PLACES_IN_EVENT
    this.#told = new Set()
    this.#isAllDue = false
    try {
      const held = await this.#read(isAll ? undefined : told)
      // What was told is sent in any case: it may have changed and changed back, and somebody read the state in between.
      const news = isAll ? [...new Set([...told, ...differing(this.#held, held)])] : told
      if (isAll) this.#held = held
      this.#publish(news.map((placeId) => [placeId, held.get(placeId) ?? 0]))
    } catch {
      // The database is away. The next beat tries again.
      for (const placeId of told) this.#told.add(placeId)
      this.#isAllDue = true
    }
  }

  #publish(states: PlaceStates): void {
    if (states.length === 0) return
    for (const [placeId, tickets] of states) this.#held.set(placeId, tickets)
    const isTooMuch = states.length > MAX_PLACES_IN_EVENT
    this.#send(this.#recent.add(isTooMuch ? { name: 'reset', data: [] } : { data: states }))
  }

  #send(events: Uint8Array): void {
    for (const stream of this.#streams) stream.send(events)
  }
}

function differing(before: Held, after: Held): PlaceId[] {
  const changed = [...after].filter(([placeId, tickets]) => before.get(placeId) !== tickets)
  const freed = [...before].filter(([placeId, tickets]) => tickets > 0 && !after.has(placeId))
  return [...changed, ...freed].map(([placeId]) => placeId)
}
