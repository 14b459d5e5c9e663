import type { ScanDirection } from '#domain/entry/entry.ts'
import type { ShowId } from '#domain/ids.ts'
import { ApiError } from '#client/calls/api-error.ts'
import type { Pairing } from './entry-store.ts'
import { ObservedState } from './observed-state.ts'
import { Phone } from './phone.ts'
import { ScanJudge } from './scan-judge.ts'
import { texts } from './scan.texts.ts'
import { unpaired } from './scanner-state.ts'
import { Session } from './session.ts'

/** The scanner of this phone: everything that its page can do. Runs pairings and scans one after the other. */
export class Scanner {
  readonly #state = new ObservedState()
  readonly #phone: Phone = new Phone(() => this.#session.end())
  readonly #session = new Session(this.#state, this.#phone)
  readonly #judge = new ScanJudge(this.#state, this.#phone, this.#session)
  #handling: Promise<void> = Promise.resolve()

  readonly state = this.#state.read
  readonly subscribe = this.#state.subscribe

  /** Opens the stored pairing, or pairs this phone by the code in the address. */
  async open(code: string | null): Promise<void> {
    let next: Pairing | undefined
    try {
      next = await this.#phone.open()
    } catch {
      return this.#phone.isStopped ? undefined : this.#state.set({ phase: 'refused' })
    }
    if (this.#phone.isStopped) return
    if (this.#phone.pairing) await this.#session.start()
    else this.#state.set(unpaired)
    if (next) await this.#inTurn(() => this.#pair(() => this.#phone.confirm(next)))
    if (code !== null) await this.pair(code)
  }

  /**
   * Pairs this phone by a code of the desk. A phone that was paired before sends its scans first, and stays as it is
   * while any are unsent, because only their own pairing can send them. Scans wait until it is done.
   */
  pair(code: string): Promise<void> {
    return this.#inTurn(() => this.#pair(() => this.#phone.redeem(code)))
  }

  async #pair(getPairing: () => Promise<Pairing | undefined>): Promise<void> {
    if (this.#phone.isStopped) return
    this.#state.set({ isPairing: true, notice: null })
    try {
      await this.#session.uploads?.send()
      const { unsent } = this.#state.read()
      if (this.#phone.isStopped) return
      if (unsent > 0) return this.#state.set({ notice: texts.unsentScans(unsent) })
      const pairing = await getPairing()
      if (!pairing) return
      // The scans that are stored by now are those of the page that has taken over. The code works once, so the next
      // page of the scanner takes the new pairing.
      if (this.#phone.isStopped) return await this.#phone.store?.saveNextPairing(pairing)
      // A late refusal of the former token must not end the new pairing.
      this.#session.leaveShow()
      await this.#phone.replace(pairing)
      if (this.#phone.isStopped) return
      this.#judge.withdrawQuestion()
      // Tells of scans that were lost if the former pairing ended meanwhile.
      const { notice } = this.#state.read()
      await this.#session.start()
      // The new pairing may have ended meanwhile, too.
      this.#state.set({ notice: this.#state.read().notice ?? notice })
    } catch (error) {
      this.#state.set({ notice: error instanceof ApiError ? error.message : texts.storageRefused })
    } finally {
      this.#state.set({ isPairing: false })
    }
  }

  /** Ends this scanner, because another page of the phone has taken over. Scans are stored for that page. */
  stop(): void {
    this.#phone.stop()
    this.#session.stop()
    this.#state.set({ ...unpaired, phase: 'elsewhere' })
  }

  /** Changes to the door of another show. */
  async chooseShow(showId: ShowId): Promise<void> {
    await this.#phone.save({ showId })
    await this.#session.enterShow()
  }

  chooseDirection(direction: ScanDirection): void {
    this.#state.set({ direction, outcome: null })
  }

  /** Judges a scanned or typed text. */
  scan(text: string): Promise<void> {
    return this.#inTurn(() => this.#judge.judge(text))
  }

  /** Admits the person of a refused scan for a reason, unless another ticket was scanned meanwhile. */
  overrule(reason: string, key: string): Promise<void> {
    return this.#inTurn(() => this.#judge.overrule(reason, key))
  }

  /** Answers the question whether to let a person in whom the phone does not know. */
  decide(isAdmitted: boolean): Promise<void> {
    return this.#inTurn(() => this.#judge.decide(isAdmitted))
  }

  dismissSurprises(): void {
    this.#state.set({ surprises: 0 })
  }

  dismissNotice(): void {
    this.#state.set({ notice: null })
  }

  /** Runs a task after those before it. A fault in one does not stop the next ones. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#handling = this.#handling.catch(() => undefined).then(task)
    return this.#handling
  }
}
