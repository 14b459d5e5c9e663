import { getEntryDevice, postScan, redeemPairing } from '#contract/entry.ts'
import { type ScanDirection, VERDICT_TIMEOUT_MS } from '#domain/entry.ts'
import { type Judgement, passing } from '#domain/entry-verdicts.ts'
import type { ShowId } from '#domain/ids.ts'
import { readTicketCode } from '#domain/ticket-code.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { callAs } from './entry-api.ts'
import { EntryStore, type Pairing } from './entry-store.ts'
import type { ScanAnswer } from './entry-types.ts'
import { OpenShow } from './open-show.ts'
import { overruled } from './overruled.ts'
import { newPairing } from './new-pairing.ts'
import { type Outcome, outcomeOfAnswer, outcomeOfOwn, outcomes } from './outcomes.ts'
import { texts } from './scan.texts.ts'
import { type ScannerState, unpaired } from './scanner-state.ts'
import type { OwnJudgement } from './ticket-list.ts'
import { type Passed, Uploads } from './uploads.ts'

/** Statuses of a scan that the server will never judge. Any other fault may pass, so the phone decides. */
const FINAL_FAULTS: readonly number[] = [400, 403, 413, 422]

type Scan = Passed & { readonly code: string; readonly overruled?: string }
/** The server's answer to a scan, or the reason that there is none. */
type Reply = { readonly answer: ScanAnswer } | { readonly failure: ApiError }

/**
 * Judges scans by the server, or by the phone itself if the server does not answer in time. A verdict of the phone is
 * stored before it is shown, and sent later.
 */
export class Scanner {
  #state: ScannerState = { ...unpaired, phase: 'opening', direction: 'IN' }
  readonly #listeners = new Set<() => void>()
  #store: EntryStore | undefined
  #pairing: Pairing | undefined
  #uploads: Uploads | undefined
  #door: OpenShow | undefined
  #handling: Promise<void> = Promise.resolve()
  /** The scan about which the person at the door is asked, and the one that a supervisor may overrule. */
  #asked: { readonly scan: Scan; readonly own: OwnJudgement } | undefined
  #lastScan: Scan | undefined
  /** Whether another page of the phone has taken over. There is no pairing from then on. */
  #isStopped = false

  readonly state = (): ScannerState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the stored pairing, or pairs this phone by the code in the address. */
  async open(code: string | null): Promise<void> {
    try {
      this.#store = await EntryStore.open()
      const pairing = await this.#store.readPairing()
      if (this.#isStopped) return
      this.#pairing = pairing
    } catch {
      return this.#isStopped ? undefined : this.#set({ phase: 'refused' })
    }
    if (this.#pairing) await this.#enter()
    else this.#set(unpaired)
    if (code !== null) await this.pair(code)
  }

  /**
   * Pairs this phone by a code of the desk. A phone that was paired before sends its scans first, and stays as it is
   * while any are unsent, because only their own pairing can send them. Scans wait until it is done.
   */
  pair(code: string): Promise<void> {
    return this.#inTurn(() => this.#pair(code))
  }

  async #pair(code: string): Promise<void> {
    if (this.#isStopped) return
    this.#set({ isPairing: true, notice: null })
    try {
      await this.#uploads?.send()
      const { unsent } = this.#state
      if (this.#isStopped) return
      if (unsent > 0) return this.#set({ notice: texts.unsentScans(unsent) })
      const { token, device } = await callAs(null, redeemPairing, { body: { code } })
      const pairing = newPairing(token, device)
      // The scans that are stored by now are those of the page that has taken over.
      if (!pairing || !this.#store || this.#isStopped) return
      // A late refusal of the former token must not end the new pairing.
      this.#door?.close()
      await this.#store.wipe()
      await this.#store.savePairing(pairing)
      if (this.#isStopped) return
      this.#pairing = pairing
      this.#asked = undefined
      // Tells of scans that were lost if the former pairing ended meanwhile.
      const { notice } = this.#state
      await this.#enter()
      this.#set({ notice })
    } catch (error) {
      this.#set({ notice: error instanceof ApiError ? error.message : texts.storageRefused })
    } finally {
      this.#set({ isPairing: false })
    }
  }

  /** Ends this scanner, because another page of the phone has taken over. Scans are stored for that page. */
  stop(): void {
    this.#isStopped = true
    this.#pairing = undefined
    this.#door?.close()
    this.#uploads?.stop()
    this.#set({ ...unpaired, phase: 'elsewhere' })
  }

  /** Changes to the door of another show. */
  async chooseShow(showId: ShowId): Promise<void> {
    await this.#savePairing({ showId })
    await this.#openShow()
  }

  chooseDirection(direction: ScanDirection): void {
    this.#set({ direction, outcome: null })
  }

  /** Judges a scanned or typed text. */
  scan(text: string): Promise<void> {
    return this.#inTurn(() => this.#handle(text))
  }

  /** Admits the person of a refused scan for a reason, unless another ticket was scanned meanwhile. */
  overrule(reason: string, key: string): Promise<void> {
    return this.#inTurn(async () => {
      const refused = this.#lastScan
      if (refused?.key === key) await this.#handle(refused.code, reason)
    })
  }

  /** Answers the question whether to let a person in whom the phone does not know. */
  decide(isAdmitted: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const asked = this.#asked
      if (!asked) return
      this.#asked = undefined
      const turnedAway: Judgement = { verdict: 'REFUSED', reason: 'NOT_VALID' }
      await this.#decideHere(asked.scan, asked.own, isAdmitted ? passing(asked.scan.direction) : turnedAway)
    })
  }

  dismissSurprises(): void {
    this.#set({ surprises: 0 })
  }

  dismissNotice(): void {
    this.#set({ notice: null })
  }

  /** Runs a task after those before it. A fault in one does not stop the next ones. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#handling = this.#handling.catch(() => undefined).then(task)
    return this.#handling
  }

  async #handle(code: string, overruled?: string): Promise<void> {
    const { show } = this.#state
    if (!this.#pairing || !show || code === '') return
    const number = this.#pairing.lastNumber + 1
    const { direction } = this.#state
    const scan: Scan = {
      ...{ key: crypto.randomUUID(), showId: show.id, number, direction, scannedAt: new Date().toISOString(), code },
      ...(overruled !== undefined && { overruled }),
    }
    this.#asked = undefined
    this.#lastScan = scan
    this.#show(outcomes.checking(scan.key))
    void this.#savePairing({ lastNumber: number })
    const asking = this.#ask(scan)
    const own = await this.#door?.judge({
      ...{ text: code, direction, gateId: this.#pairing.device.gate?.id ?? null },
      at: new Date(Date.now() + this.#pairing.clockOffsetMs),
    })
    const early = await Promise.race([
      asking,
      new Promise<undefined>((resolve) => setTimeout(resolve, VERDICT_TIMEOUT_MS)),
    ])
    if (early && 'answer' in early) return this.#accept(scan, early.answer)
    // The phone was unpaired, or the server refuses the scan itself.
    if (!this.#pairing) return
    if (early && FINAL_FAULTS.includes(early.failure.status)) {
      this.#reuseNumber(scan)
      return this.#show(outcomes.failed(scan.key, early.failure.message))
    }
    await this.#decideWithoutAnswer(scan, own, asking)
  }

  async #decideWithoutAnswer(scan: Scan, own: OwnJudgement | undefined, asking: Promise<Reply>): Promise<void> {
    const judgement = own?.judgement ?? 'ONLINE'
    if (!own || judgement === 'ONLINE' || judgement === 'NEW_KEY') {
      this.#show(outcomes.waiting(scan.key))
      void asking.then((reply) => {
        if ('answer' in reply) return this.#accept(scan, reply.answer)
        this.#reuseNumber(scan)
        return this.#showIfCurrent(own ? outcomes.needsConnection(scan.key, own) : outcomes.noList(scan.key))
      })
    } else if (typeof judgement === 'string' && scan.overruled === undefined) {
      this.#asked = { scan, own }
      this.#show(outcomes.ask(scan.key, own))
      void asking.then((reply) => {
        if (!('answer' in reply)) return undefined
        // The shop has answered before the person decided.
        if (this.#asked?.scan === scan) return this.#accept(scan, reply.answer)
        return this.#compare(scan, reply.answer)
      })
    } else {
      await this.#decideHere(scan, own, overruled(judgement, scan))
      void asking.then((reply) => ('answer' in reply ? this.#compare(scan, reply.answer) : undefined))
    }
  }

  /** Gives the number of a scan without a verdict to the next one, so that the desk does not wait for it. */
  #reuseNumber({ number }: Scan): void {
    if (this.#pairing?.lastNumber === number) void this.#savePairing({ lastNumber: number - 1 })
  }

  /** Stores a verdict of the phone, and then shows it. */
  async #decideHere(scan: Scan, own: OwnJudgement, judgement: Judgement): Promise<void> {
    const { code, ...rest } = scan
    const { clockOffsetMs = 0, lastContactAt = scan.scannedAt } = this.#pairing ?? {}
    const kept = readTicketCode(code) ? code : ''
    try {
      await this.#uploads?.store({ ...rest, code: kept, clockOffsetMs, lastContactAt, ...judgement })
    } catch {
      return this.#show(outcomes.full(scan.key))
    }
    if (judgement.verdict !== 'REFUSED') this.#door?.note(scan)
    const { show } = this.#state
    if (show) this.#show(outcomeOfOwn(scan.key, judgement, own, { ...show, clockOffsetMs }))
  }

  /** Takes the server's verdict. */
  #accept(scan: Scan, answer: ScanAnswer): void {
    if (this.#asked?.scan === scan) this.#asked = undefined
    this.#door?.noteAnswer(scan, answer)
    const { show } = this.#state
    if (show) this.#showIfCurrent(outcomeOfAnswer(answer, show))
  }

  /** Compares the server's late verdict with the phone's. */
  async #compare(scan: Scan, answer: ScanAnswer): Promise<void> {
    this.#door?.noteAnswer(scan, answer)
    await this.#uploads?.confirm([answer])
  }

  async #ask({ overruled, ...scan }: Scan): Promise<Reply> {
    try {
      const body = { ...scan, ...(overruled !== undefined && { overrule: { reason: overruled } }) }
      const answer = await this.#call(this.#pairing?.token ?? null, (token) => callAs(token, postScan, { body }))
      void this.#uploads?.send()
      return { answer }
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.#set({ isLive: false })
      if (error instanceof ApiError) return { failure: error }
      throw error
    }
  }

  /** Calls the server, notes its clock, and ends the pairing if it refuses the token, unless a new one has begun. */
  async #call<Answer extends { readonly now: string }>(
    token: string | null,
    ask: (token: string | null) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await ask(token)
      void this.#savePairing({
        clockOffsetMs: Math.round(Date.parse(answer.now) - Date.now()),
        lastContactAt: answer.now,
      })
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && this.#pairing?.token === token) await this.#leave()
      throw error
    }
  }

  /** Opens the paired phone's show, and asks the server for changes of the pairing. */
  async #enter(): Promise<void> {
    const { device, token } = this.#pairing ?? {}
    if (!device || token === undefined || !this.#store) return
    const uploads = new Uploads(this.#store, {
      send: (body) => this.#call(token, () => body(token)),
      onUnsent: (unsent) => this.#set({ unsent }),
      onJudged: (scan, result) => this.#door?.noteAnswer(scan, result),
      onDifference: (passed, result) => this.#onDifference(passed, result),
    })
    this.#uploads?.stop()
    this.#uploads = uploads
    this.#set({ ...unpaired, phase: 'paired', device, direction: device.direction === 'OUT' ? 'OUT' : 'IN' })
    await uploads.start()
    void this.#refreshDevice(token)
    await this.#openShow()
  }

  async #refreshDevice(token: string): Promise<void> {
    try {
      const device = await this.#call(token, () => callAs(token, getEntryDevice, {}))
      await this.#savePairing({ device })
      this.#set({ device })
    } catch {
      // Without a connection the stored pairing stays.
      return
    }
  }

  async #openShow(): Promise<void> {
    const { device, showId, token } = this.#pairing ?? {}
    const show = device?.shows.find(({ id }) => id === showId) ?? device?.shows[0]
    if (!show || !this.#store || token === undefined) return
    this.#door?.close()
    this.#set({ show, outcome: null, counters: null, isLive: false, syncedAt: null })
    this.#door = new OpenShow({
      ...{ token, showId: show.id, store: this.#store },
      onList: (list) => this.#set({ show: list.show, syncedAt: list.syncedAt || null }),
      unsentAt: (showId) => this.#uploads?.passedAt(showId) ?? [],
      onLive: (isLive) => {
        if (isLive && !this.#state.isLive) void this.#uploads?.send()
        if (isLive !== this.#state.isLive) this.#set({ isLive })
      },
      onCounters: (counters) => this.#set({ counters }),
      onRefused: () => void this.#leave(),
    })
    await this.#door.open()
  }

  /** Deletes all that this phone knows, because the server refuses its token. */
  async #leave(): Promise<void> {
    if (!this.#pairing) return
    this.#pairing = undefined
    this.#door?.close()
    this.#door = undefined
    this.#uploads?.stop()
    const { unsent } = this.#state
    await this.#store?.wipe().catch(() => undefined)
    this.#set({ ...unpaired, notice: unsent > 0 ? `${texts.revoked} ${texts.lostScans(unsent)}` : texts.revoked })
  }

  #onDifference(key: string, { reason, isPassed }: { reason: ScanAnswer['reason']; isPassed: boolean }): void {
    if (this.#state.outcome?.key === key) this.#show(isPassed ? outcomes.stop(key, { reason }) : outcomes.comeIn(key))
    else if (isPassed) this.#set({ surprises: this.#state.surprises + 1 })
  }

  async #savePairing(change: Partial<Pairing>): Promise<void> {
    if (!this.#pairing) return
    this.#pairing = { ...this.#pairing, ...change }
    await this.#store?.savePairing(this.#pairing).catch(() => undefined)
  }

  #show(outcome: Outcome): void {
    this.#set({ outcome })
  }

  /** Shows the result of a scan unless the next ticket has been scanned. */
  #showIfCurrent(outcome: Outcome): void {
    if (this.#state.outcome?.key === outcome.key) this.#show(outcome)
  }

  #set(change: Partial<ScannerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
