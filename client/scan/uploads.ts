import { postStoredScans, type ScanResult, type StoredScan } from '#contract/entry.ts'
import { MAX_SCANS_PER_BATCH } from '#domain/entry/entry.ts'
import type { ShowId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { callAs, isFinalFault } from './entry-api.ts'
import type { EntryStore } from './entry-store.ts'

/** How often unsent scans are tried again. */
const RETRY_MS = 5_000

/** The parts of a scan that identify it. */
export type Passed = Pick<StoredScan, 'key' | 'showId' | 'number' | 'direction' | 'scannedAt'>

type Result = Pick<ScanResult, 'key' | 'verdict' | 'reason' | 'ticketId'>
type Results = { readonly results: readonly ScanResult[]; readonly now: string }
type Options = {
  /** Runs a call with the device's token. */
  readonly send: (call: (token: string) => Promise<Results>) => Promise<Results>
  /** The server refuses the token. */
  readonly onRefused: () => void
  readonly onUnsent: (count: number) => void
  /** The server has judged a stored scan by which the phone let a person through. */
  readonly onJudged: (scan: StoredScan, result: Result) => void
  /** The server judges a stored scan otherwise. `isPassed`: the phone has let the person through. */
  readonly onDifference: (key: string, difference: { reason: ScanResult['reason']; isPassed: boolean }) => void
}

/**
 * `tried`: the shop has judged all scans, or never will. `refused`: it refuses the token of this phone. `later`: it
 * cannot be reached.
 */
type Sent = 'tried' | 'refused' | 'later'

/** Keeps the scans that the phone decided, until the server has confirmed them. */
export class Uploads {
  readonly #store: EntryStore
  readonly #options: Options
  readonly #unsent = new Map<string, StoredScan>()
  /** The keys of scans whose own call is not answered yet. */
  readonly #asked = new Set<string>()
  #timer: ReturnType<typeof setInterval> | undefined
  #sending: Promise<Sent> | undefined

  constructor(store: EntryStore, options: Options) {
    this.#store = store
    this.#options = options
  }

  /** Reads the scans of earlier visits, and sends them whenever there is a connection. */
  async start(): Promise<void> {
    // Before the reading, so that a stop meanwhile ends them.
    this.#timer = setInterval(() => void this.send(), RETRY_MS)
    addEventListener('online', this.#onOnline)
    for (const scan of await this.#store.readScans()) this.#unsent.set(scan.key, scan)
    this.#options.onUnsent(this.#unsent.size)
  }

  stop(): void {
    clearInterval(this.#timer)
    removeEventListener('online', this.#onOnline)
  }

  readonly #onOnline = () => void this.send()

  /**
   * Stores a scan durably. Throws if the phone is full. Sends it after its own call has ended, because the shop would
   * count a stored admission of a used ticket as a double, while the call tells the phone to stop the person.
   */
  async store(scan: StoredScan, asking: Promise<unknown>): Promise<void> {
    await this.#store.saveScan(scan)
    this.#unsent.set(scan.key, scan)
    this.#asked.add(scan.key)
    const forget = () => void this.#asked.delete(scan.key)
    void asking.then(forget, forget)
    this.#options.onUnsent(this.#unsent.size)
  }

  /** Lists the unsent scans that let somebody through at a show. */
  passedAt(showId: ShowId): StoredScan[] {
    return [...this.#unsent.values()].filter((scan) => scan.showId === showId && scan.verdict !== 'REFUSED')
  }

  /** Sends all stored scans, oldest first. Without a connection they stay. */
  send(): Promise<Sent> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** Takes the server's verdicts of stored scans, and deletes them. */
  async confirm(results: readonly Result[]): Promise<void> {
    const known = results.filter(({ key }) => this.#unsent.has(key))
    for (const result of known) {
      const { key, verdict, reason } = result
      const scan = this.#unsent.get(key)
      const isPassed = scan?.verdict !== 'REFUSED'
      this.#unsent.delete(key)
      // Of a refusal the server knows the phone's own reason alone, which may have passed since.
      if (scan && isPassed) this.#options.onJudged(scan, result)
      if (isPassed !== (verdict !== 'REFUSED')) this.#options.onDifference(key, { reason, isPassed })
    }
    this.#options.onUnsent(this.#unsent.size)
    await this.#store.deleteScans(known.map(({ key }) => key)).catch(() => undefined)
  }

  /** Halves a batch that the shop refuses until it has the scan at fault, which then delays no other one. */
  async #sendAll(): Promise<Sent> {
    const refused = new Set<string>()
    let size = MAX_SCANS_PER_BATCH
    for (;;) {
      const scans = [...this.#unsent.values()]
        .filter(({ key }) => !this.#asked.has(key) && !refused.has(key))
        .toSorted((one, other) => one.number - other.number)
        .slice(0, size)
      const [first] = scans
      if (!first) return 'tried'
      try {
        const body = { scans }
        const { results } = await this.#options.send((token) => callAs(token, postStoredScans, { body }))
        if (results.length === 0) return 'tried'
        await this.confirm(results)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          this.#options.onRefused()
          return 'refused'
        }
        // The next attempt is made by the timer.
        if (!isFinalFault(error)) return 'later'
        if (scans.length === 1) refused.add(first.key)
        size = scans.length === 1 ? MAX_SCANS_PER_BATCH : Math.floor(scans.length / 2)
      }
    }
  }
}
