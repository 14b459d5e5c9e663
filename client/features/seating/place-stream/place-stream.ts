import type { PlaceStates } from '#contract/places.ts'
import type { PlaceId } from '#domain/ids.ts'
import type { PlaceState } from '../seat-availability.ts'

/** The time without an event after which the page reconnects. The server sends one at least every 20 seconds. */
const SILENCE_TIMEOUT_MS = 45_000
/** The time after which a hidden page disconnects, because browsers limit the connections to a server. */
const HIDDEN_TIMEOUT_MS = 30_000
/** The delay before an interruption is reported: most are shorter. */
const INTERRUPTION_DELAY_MS = 3_000

/** The part of the browser's `EventSource` that a stream needs. */
export type EventStream = Pick<EventTarget, 'addEventListener'> & { close(): void }

/** Opens a stream. Undefined in a browser that has none. */
export type OpenStream = () => EventStream | undefined

/** Opens the stream at an address by the browser's `EventSource`. */
export const openEventSource = (url: string): EventStream | undefined =>
  typeof EventSource === 'undefined' ? undefined : new EventSource(url)

type Listener = (states: readonly PlaceState[]) => void

/** Receives the changes of a show's places from the server while the page is visible. */
export class PlaceStream {
  readonly #open: OpenStream
  readonly #onReset: () => void
  readonly #listeners = new Set<Listener>()
  readonly #statusListeners = new Set<() => void>()
  readonly #recent = new Map<PlaceId, { state: PlaceState; at: number }>()
  #source: EventStream | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #interruptionTimer: ReturnType<typeof setTimeout> | undefined
  #isLive = false
  #isInterrupted = false

  /** `onReset` is called when changes may have been missed, so the whole state must be requested. */
  constructor(open: OpenStream, onReset: () => void) {
    this.#open = open
    this.#onReset = onReset
  }

  /** Whether all changes are being received. */
  readonly isLive = (): boolean => this.#isLive

  /** Whether a live stream has been interrupted, or the device offline, for a while on a visible page. */
  readonly isInterrupted = (): boolean => this.#isInterrupted

  /** Calls the listener after every change of `isLive` or `isInterrupted`. Returns a function that unsubscribes. */
  readonly onStatusChange = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  /** Calls the listener with the new states of changed places. Returns a function that unsubscribes. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the states received since a time of `performance.now()`. Deletes older ones. */
  statesSince(since: number): PlaceState[] {
    for (const [placeId, { at }] of this.#recent) if (at < since) this.#recent.delete(placeId)
    return Array.from(this.#recent.values(), ({ state }) => state)
  }

  /** Connects while the page is visible. Returns a function that disconnects. */
  start(): () => void {
    const onVisibility = () => {
      clearTimeout(this.#hiddenTimer)
      if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#leave(), HIDDEN_TIMEOUT_MS)
      else if (!this.#source) this.#connect()
    }
    // Without a network, a connection falls silent long before the browser reports that it broke.
    const onOffline = () => this.#loseConnection()
    const onOnline = () => !document.hidden && this.#connect()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    onVisibility()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
      clearTimeout(this.#hiddenTimer)
      this.#leave()
    }
  }

  #connect(): void {
    this.#disconnect()
    const source = this.#open()
    if (!source) return
    this.#source = source
    this.#restartSilenceTimer()
    source.addEventListener('beat', () => this.#onSignOfLife())
    source.addEventListener('reset', () => {
      this.#onSignOfLife()
      this.#onReset()
    })
    source.addEventListener('message', (event) => {
      this.#onSignOfLife()
      this.#receive(JSON.parse((event as MessageEvent<string>).data) as PlaceStates)
    })
    // The source reconnects by itself, but not after a refusal: then the silence timer does.
    source.addEventListener('error', () => this.#loseConnection())
  }

  /** Disconnects without reporting an interruption, because the page is hidden or closed. */
  #leave(): void {
    this.#disconnect()
    this.#endInterruption()
  }

  #loseConnection(): void {
    if (this.#isLive || !navigator.onLine) {
      this.#interruptionTimer ??= setTimeout(() => {
        this.#isInterrupted = true
        this.#notifyStatus()
      }, INTERRUPTION_DELAY_MS)
    }
    this.#setLive(false)
  }

  #endInterruption(): void {
    clearTimeout(this.#interruptionTimer)
    this.#interruptionTimer = undefined
    if (!this.#isInterrupted) return
    this.#isInterrupted = false
    this.#notifyStatus()
  }

  #disconnect(): void {
    clearTimeout(this.#silenceTimer)
    this.#source?.close()
    this.#source = undefined
    this.#setLive(false)
  }

  #onSignOfLife(): void {
    this.#restartSilenceTimer()
    this.#endInterruption()
    this.#setLive(true)
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      this.#loseConnection()
      this.#connect()
    }, SILENCE_TIMEOUT_MS)
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return
    this.#isLive = isLive
    this.#notifyStatus()
  }

  #notifyStatus(): void {
    for (const listener of this.#statusListeners) listener()
  }

  #receive(pairs: PlaceStates): void {
    const at = performance.now()
    const states = pairs.map(([placeId, occupied]) => ({ placeId, occupied }))
    for (const state of states) this.#recent.set(state.placeId, { state, at })
    for (const listener of this.#listeners) listener(states)
  }
}
