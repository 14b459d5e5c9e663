import { getEntryDevice } from '#contract/entry.ts'
import { callAs } from './entry-api.ts'
import type { ScanAnswer } from './entry-types.ts'
import type { ObservedState } from './observed-state.ts'
import { OpenShow } from './open-show.ts'
import { outcomes } from './outcomes.ts'
import type { Phone } from './phone.ts'
import { texts } from './scan.texts.ts'
import { unpaired } from './scanner-state.ts'
import { Uploads } from './uploads.ts'

/** The work of a paired phone between pairing and revocation: its unsent scans, and the list of its open show. */
export class Session {
  readonly #state: ObservedState
  readonly #phone: Phone
  #uploads: Uploads | undefined
  #openShow: OpenShow | undefined

  constructor(state: ObservedState, phone: Phone) {
    this.#state = state
    this.#phone = phone
  }

  get uploads(): Uploads | undefined {
    return this.#uploads
  }

  get openShow(): OpenShow | undefined {
    return this.#openShow
  }

  /** Opens the paired phone's show, and asks the server for changes of the pairing. */
  async start(): Promise<void> {
    const { pairing, store } = this.#phone
    if (!pairing || !store) return
    const { device, token } = pairing
    const uploads = new Uploads(store, {
      send: (body) => this.#phone.noteClock(body(token)),
      onRefused: () => void this.end(),
      onUnsent: (unsent) => this.#state.set({ unsent }),
      onJudged: (scan, result) => this.#openShow?.noteAnswer(scan, result),
      onDifference: (key, result) => this.#onDifference(key, result),
    })
    this.#uploads?.stop()
    this.#uploads = uploads
    this.#state.set({ ...unpaired, phase: 'paired', device, direction: device.direction === 'OUT' ? 'OUT' : 'IN' })
    await uploads.start()
    void this.#refreshDevice(token)
    await this.enterShow()
  }

  /** Opens the chosen show, or else the first one of the phone. */
  async enterShow(): Promise<void> {
    const { pairing, store } = this.#phone
    const { device, showId, token } = pairing ?? {}
    const show = device?.shows.find(({ id }) => id === showId) ?? device?.shows[0]
    if (!show || !store || token === undefined) return
    this.#openShow?.close()
    this.#state.set({ show, outcome: null, counters: null, isLive: false, syncedAt: null })
    this.#openShow = new OpenShow({
      ...{ token, showId: show.id, store },
      onList: (list) => this.#state.set({ show: list.show, syncedAt: list.syncedAt || null }),
      unsentAt: (id) => this.#uploads?.passedAt(id) ?? [],
      onLive: (isLive) => {
        const wasLive = this.#state.read().isLive
        if (isLive && !wasLive) void this.#uploads?.send()
        if (isLive !== wasLive) this.#state.set({ isLive })
      },
      onCounters: (counters) => this.#state.set({ counters }),
      onRefused: () => void this.end(),
    })
    await this.#openShow.open()
  }

  /** Closes the show. Without a stream, a late refusal of its token ends nothing. */
  leaveShow(): void {
    this.#openShow?.close()
  }

  /** Stops all work. Scans stay stored. */
  stop(): void {
    this.#openShow?.close()
    this.#uploads?.stop()
  }

  /**
   * Deletes all that this phone knows, because the server refuses its token. Before, sends the scans, which the server
   * takes for some days from a phone whose shows are over. Does nothing while it cannot be reached.
   */
  async end(): Promise<void> {
    if (!this.#phone.pairing || (await this.#uploads?.send()) === 'later' || !this.#phone.pairing) return
    this.stop()
    this.#openShow = undefined
    const { unsent } = this.#state.read()
    await this.#phone.wipe()
    this.#state.set({ ...unpaired, notice: unsent > 0 ? `${texts.revoked} ${texts.lostScans(unsent)}` : texts.revoked })
  }

  async #refreshDevice(token: string): Promise<void> {
    try {
      const device = await this.#phone.call(token, () => callAs(token, getEntryDevice, {}))
      await this.#phone.save({ device })
      this.#state.set({ device })
    } catch {
      // Without a connection the stored pairing stays.
      return
    }
  }

  #onDifference(key: string, { reason, isPassed }: { reason: ScanAnswer['reason']; isPassed: boolean }): void {
    const { outcome, surprises } = this.#state.read()
    if (outcome?.key === key) this.#state.show(isPassed ? outcomes.stop(key, { reason }) : outcomes.comeIn(key))
    else if (isPassed) this.#state.set({ surprises: surprises + 1 })
  }
}
