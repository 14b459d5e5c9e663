import { type EntryChanges, type EntryCounters, watchEntry } from '#contract/entry.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { FetchedEvents } from '#client/calls/fetched-events.ts'
import { fetchSet, openStream } from './entry-api.ts'
import type { EntryStore } from './entry-store.ts'
import { TicketList } from './ticket-list.ts'

/** The time without an event after which the stream is opened anew. The server sends one at least every 20 seconds. */
const SILENCE_MS = 45_000
/** How often the set is fetched anew, in case a change was missed. */
const REFRESH_MS = 5 * 60_000
/** The least time between lists after resets, and a spread that keeps the phones of a show from asking at once. */
const [RESET_MS, RESET_SPREAD_MS] = [10_000, 2_000]

type Options = {
  readonly token: string
  readonly showId: ShowId
  readonly store: Pick<EntryStore, 'readSet' | 'saveSet' | 'saveChanges' | 'saveSync'>
  /** The list is there, or another one, or it is known to be complete. */
  readonly onList: (list: TicketList, isNew: boolean) => void
  readonly onLive: (isLive: boolean) => void
  readonly onCounters: (counters: EntryCounters) => void
  /** The server refuses the token. */
  readonly onRefused: () => void
}

/** Keeps the list of tickets of one show up to date, in memory and on this phone. */
export class ShowFeed {
  readonly #options: Options
  #list: TicketList | undefined
  #stream: FetchedEvents | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #refreshTimer: ReturnType<typeof setInterval> | undefined
  #resetTimer: ReturnType<typeof setTimeout> | undefined
  /** When the list was last fetched after a reset, by `performance.now()`. */
  #resetAt = Number.NEGATIVE_INFINITY
  /** Whether the list misses changes, so that it must be fetched. */
  #isOutdated = false
  /** Changes since the last list was asked for, which it may lack. */
  #recent: EntryChanges = []
  /** When people came in, for all lists of this show. */
  readonly #admittedAt = new Map<TicketId, Date>()
  #isOpen = true
  #refreshing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Reads the stored list, then begins to fetch the current one and to follow its changes. */
  async open(): Promise<void> {
    const { store, showId } = this.#options
    const stored = await store.readSet(showId)
    if (!this.#isOpen) return
    if (stored) this.#use(new TicketList(stored.kept.set, stored.changes, stored.syncedAt, this.#admittedAt))
    this.#connect()
    this.#refreshTimer = setInterval(() => void this.refresh(), REFRESH_MS)
    void this.refresh()
  }

  close(): void {
    this.#isOpen = false
    this.#stream?.close()
    clearTimeout(this.#silenceTimer)
    clearInterval(this.#refreshTimer)
    clearTimeout(this.#resetTimer)
  }

  /** Stores changes of the list that this phone has made itself. */
  save(changes: EntryChanges): void {
    this.#recent.push(...changes)
    this.#options.store.saveChanges(this.#options.showId, changes).catch(() => undefined)
  }

  /**
   * Fetches the list, unless the stored one is the current one. Without a connection it stays. Only one is fetched at a
   * time, because an older one could arrive last and lack the changes between.
   */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#fetchList())
    return this.#refreshing
  }

  async #fetchList(): Promise<void> {
    if (!this.#isOpen) return
    const { store, showId, token } = this.#options
    const stored = await store.readSet(showId).catch(() => undefined)
    const startedAt = Date.now()
    this.#recent = []
    const wasOutdated = this.#isOutdated
    this.#isOutdated = false
    try {
      const fetched = await fetchSet(token, showId, stored?.kept.etag ?? null)
      if (!this.#isOpen) return
      if (!fetched) return this.#noteSync(startedAt)
      await store.saveSet(showId, fetched, startedAt).catch(() => undefined)
      await store.saveChanges(showId, this.#recent).catch(() => undefined)
      this.#use(new TicketList(fetched.set, this.#recent, startedAt, this.#admittedAt))
    } catch (error) {
      this.#isOutdated ||= wasOutdated
      this.#refusedBy(error)
    }
  }

  /** Fetches the list soon, because changes may have been missed. */
  #refreshSoon(): void {
    this.#isOutdated = true
    if (this.#resetTimer !== undefined) return
    const wait = Math.max(0, this.#resetAt + RESET_MS - performance.now()) + Math.random() * RESET_SPREAD_MS
    this.#resetTimer = setTimeout(() => {
      this.#resetTimer = undefined
      this.#resetAt = performance.now()
      void this.refresh()
    }, wait)
  }

  #use(list: TicketList): void {
    this.#list = list
    this.#options.onList(list, true)
  }

  #noteSync(at: number): void {
    const list = this.#list
    if (!list || !this.#isOpen || this.#isOutdated) return
    list.syncedAt = at
    this.#options.onList(list, false)
    this.#options.store.saveSync(this.#options.showId, at).catch(() => undefined)
  }

  #connect(): void {
    this.#stream?.close()
    const { token, showId } = this.#options
    const query = { showId: String(showId) }
    const stream = new FetchedEvents((options) =>
      openStream(token, watchEntry, { query }, options).catch((error: unknown) => {
        this.#refusedBy(error)
        throw error
      }),
    )
    this.#stream = stream
    const on = (name: string, take: (data: string) => void) =>
      stream.addEventListener(name, (event) => {
        if (this.#stream !== stream || !this.#isOpen) return
        this.#hear()
        take((event as MessageEvent<string>).data)
      })
    on('message', (data) => {
      const changes = JSON.parse(data) as EntryChanges
      this.#list?.apply(changes)
      this.save(changes)
      this.#noteSync(Date.now())
    })
    on('counters', (data) => this.#options.onCounters(JSON.parse(data) as EntryCounters))
    on('beat', () => (this.#isOutdated ? this.#refreshSoon() : this.#noteSync(Date.now())))
    on('reset', () => this.#refreshSoon())
    stream.addEventListener('error', () => {
      if (this.#stream === stream && this.#isOpen) this.#options.onLive(false)
    })
  }

  #hear(): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      this.#options.onLive(false)
      this.#connect()
    }, SILENCE_MS)
    this.#options.onLive(true)
  }

  #refusedBy(error: unknown): void {
    if (this.#isOpen && error instanceof ApiError && error.status === 401) this.#options.onRefused()
  }
}
