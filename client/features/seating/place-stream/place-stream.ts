import type { PlaceStates } from '#contract/places.ts'
import type { PlaceId } from '#domain/ids.ts'
import type { PlaceState } from '../seat-availability.ts'

/** A live server says something at least every 20 seconds. Who has heard nothing for so long asks anew. */
const SILENCE_MS = 45_000
/** A page that nobody looks at for so long leaves: a browser has few connections to a shop. */
const UNSEEN_MS = 30_000
/** A line that breaks is mostly there again before anybody needs to know. */
const CUT_MS = 3_000

type Listener = (states: readonly PlaceState[]) => void

/** What the server tells of a show's places while somebody looks at them. */
export class PlaceStream {
  readonly #url: string
  readonly #onReset: () => void
  readonly #listeners = new Set<Listener>()
  readonly #liveListeners = new Set<() => void>()
  readonly #heard = new Map<PlaceId, { state: PlaceState; at: number }>()
  #source: EventSource | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #unseen: ReturnType<typeof setTimeout> | undefined
  #cutting: ReturnType<typeof setTimeout> | undefined
  #isLive = false
  #isInterrupted = false

  /** `onReset`: changes may have been missed, so the whole state is to be asked for. */
  constructor(url: string, onReset: () => void) {
    this.#url = url
    this.#onReset = onReset
  }

  /** Whether everything that changes is heard just now. */
  readonly isLive = (): boolean => this.#isLive

  /** Whether what changes was heard before, and has not been for a while though somebody looks. */
  readonly isInterrupted = (): boolean => this.#isInterrupted

  /** Calls back whenever `isLive` or `isInterrupted` is another, until the answer is called. */
  readonly onLive = (listener: () => void): (() => void) => {
    this.#liveListeners.add(listener)
    return () => this.#liveListeners.delete(listener)
  }

  /** Calls back with how changed places stand, until the answer is called. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was heard after a moment of `performance.now()`; what is older is forgotten. */
  heardSince(moment: number): PlaceState[] {
    for (const [placeId, { at }] of this.#heard) if (at < moment) this.#heard.delete(placeId)
    return Array.from(this.#heard.values(), ({ state }) => state)
  }

  /** Listens while the page is seen, until the answer is called. */
  start(): () => void {
    const look = () => {
      clearTimeout(this.#unseen)
      if (document.hidden) this.#unseen = setTimeout(() => this.#leave(), UNSEEN_MS)
      else if (!this.#source) this.#open()
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(this.#unseen)
      this.#leave()
    }
  }

  #open(): void {
    this.#close()
    if (typeof EventSource === 'undefined') return
    const source = new EventSource(this.#url)
    this.#source = source
    this.#waitForSign()
    source.addEventListener('beat', () => this.#signOfLife())
    source.addEventListener('reset', () => {
      this.#signOfLife()
      this.#onReset()
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.#signOfLife()
      this.#hear(JSON.parse(data) as PlaceStates)
    })
    // The browser asks again by itself, but not after a refusal: then the silence does.
    source.addEventListener('error', () => this.#lose())
  }

  /** Nobody looks any more: nobody is to be told that the line is cut. */
  #leave(): void {
    this.#close()
    this.#mend()
  }

  #lose(): void {
    if (this.#isLive) {
      this.#cutting ??= setTimeout(() => {
        this.#isInterrupted = true
        this.#tellLive()
      }, CUT_MS)
    }
    this.#setLive(false)
  }

  #mend(): void {
    clearTimeout(this.#cutting)
    this.#cutting = undefined
    if (!this.#isInterrupted) return
    this.#isInterrupted = false
    this.#tellLive()
  }

  #close(): void {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = undefined
    this.#setLive(false)
  }

  #signOfLife(): void {
    this.#waitForSign()
    this.#mend()
    this.#setLive(true)
  }

  #waitForSign(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#lose()
      this.#open()
    }, SILENCE_MS)
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return
    this.#isLive = isLive
    this.#tellLive()
  }

  #tellLive(): void {
    for (const listener of this.#liveListeners) listener()
  }

  #hear(pairs: PlaceStates): void {
    const at = performance.now()
    const states = pairs.map(([placeId, occupied]) => ({ placeId, occupied }))
    for (const state of states) this.#heard.set(state.placeId, { state, at })
    for (const listener of this.#listeners) listener(states)
  }
}
