import { postScan } from '#contract/entry.ts'
import { VERDICT_TIMEOUT_MS } from '#domain/entry/entry.ts'
import { type Judgement, passing } from '#domain/entry/entry-verdicts.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { callAs, isFinalFault } from './entry-api.ts'
import type { ScanAnswer } from './entry-types.ts'
import type { ObservedState } from './observed-state.ts'
import { outcomeOfAnswer, outcomeOfOwn, outcomes } from './outcomes.ts'
import { overruled } from './overruled.ts'
import type { Phone } from './phone.ts'
import type { ScanNumbers } from './scan-numbers.ts'
import type { Session } from './session.ts'
import type { OwnJudgement } from './ticket-list.ts'
import type { Passed } from './uploads.ts'

type Scan = Passed & { readonly code: string; readonly overruled?: string }
/** The server's answer to a scan, or the reason that there is none. */
type Reply = { readonly answer: ScanAnswer } | { readonly failure: ApiError }
/** A scan while the server is asked. */
type Asked = { readonly scan: Scan; readonly numbers: ScanNumbers; readonly asking: Promise<Reply> }
/** A scan with what the phone knows of its ticket. */
type Known = Asked & { readonly own: OwnJudgement }

/**
 * Judges scans by the server, or by the phone itself if the server does not answer in time. A verdict of the phone is
 * stored before it is shown, and sent later. Must be given one task at a time.
 */
export class ScanJudge {
  readonly #state: ObservedState
  readonly #phone: Phone
  readonly #session: Session
  /** The scan about which the person at the door is asked, and the one that a supervisor may overrule. */
  #asked: Known | undefined
  #lastScan: Scan | undefined

  constructor(state: ObservedState, phone: Phone, session: Session) {
    this.#state = state
    this.#phone = phone
    this.#session = session
  }

  /** Judges a scanned or typed text. `reason`: the supervisor's, who overrules a refusal. */
  async judge(code: string, reason?: string): Promise<void> {
    const { show, direction } = this.#state.read()
    const { pairing, numbers } = this.#phone
    if (!pairing || !numbers || !show || code === '') return
    const number = numbers.take()
    const scan: Scan = {
      ...{ key: crypto.randomUUID(), showId: show.id, number, direction, scannedAt: new Date().toISOString(), code },
      ...(reason !== undefined && { overruled: reason }),
    }
    this.withdrawQuestion()
    this.#lastScan = scan
    this.#state.show(outcomes.checking(scan.key))
    const asking = this.#ask(scan, numbers)
    const own = await this.#session.openShow?.judge({
      ...{ text: code, direction, gateId: pairing.device.gate?.id ?? null },
      at: new Date(Date.now() + pairing.clockOffsetMs),
    })
    const early = await Promise.race([
      asking,
      new Promise<undefined>((resolve) => setTimeout(resolve, VERDICT_TIMEOUT_MS)),
    ])
    if (early && 'answer' in early) return this.#accept(scan, early.answer)
    // The phone was unpaired, or the server refuses the scan itself. After any other fault the phone decides.
    if (!this.#phone.pairing) return
    if (early && isFinalFault(early.failure)) {
      numbers.giveBack(number)
      return this.#state.show(outcomes.failed(scan.key, early.failure.message))
    }
    await this.#decideWithoutAnswer({ scan, numbers, asking }, own)
  }

  /** Admits the person of a refused scan for a reason, unless another ticket was scanned meanwhile. */
  async overrule(reason: string, key: string): Promise<void> {
    const refused = this.#lastScan
    if (refused?.key === key) await this.judge(refused.code, reason)
  }

  /** Answers the question whether to let a person in whom the phone does not know. */
  async decide(isAdmitted: boolean): Promise<void> {
    const asked = this.#asked
    if (!asked) return
    this.#asked = undefined
    const turnedAway: Judgement = { verdict: 'REFUSED', reason: 'NOT_VALID' }
    await this.#decideHere(asked, isAdmitted ? passing(asked.scan.direction) : turnedAway)
  }

  /** Withdraws the open question, because another ticket is scanned, or the phone is paired anew. */
  withdrawQuestion(): void {
    const asked = this.#asked
    this.#asked = undefined
    void asked?.asking.then((reply) => ('answer' in reply ? undefined : asked.numbers.giveBack(asked.scan.number)))
  }

  async #decideWithoutAnswer(asked: Asked, own: OwnJudgement | undefined): Promise<void> {
    const { scan, numbers, asking } = asked
    const judgement = own?.judgement ?? 'ONLINE'
    if (!own || judgement === 'ONLINE' || judgement === 'NEW_KEY') {
      this.#state.show(outcomes.waiting(scan.key))
      void asking.then((reply) => {
        if ('answer' in reply) return this.#accept(scan, reply.answer)
        numbers.giveBack(scan.number)
        return this.#state.showIfCurrent(own ? outcomes.needsConnection(scan.key, own) : outcomes.noList(scan.key))
      })
    } else if (typeof judgement === 'string' && scan.overruled === undefined) {
      this.#asked = { ...asked, own }
      this.#state.show(outcomes.ask(scan.key, own))
      void asking.then((reply) => {
        if (!('answer' in reply)) return undefined
        // The shop has answered before the person decided.
        if (this.#asked?.scan === scan) return this.#accept(scan, reply.answer)
        return this.#session.openShow?.noteAnswer(scan, reply.answer)
      })
    } else {
      await this.#decideHere({ ...asked, own }, overruled(judgement, scan))
    }
  }

  /**
   * Stores a verdict of the phone, and then shows it. Compares it with the server's when that arrives. A full phone has
   * no verdict of its own, so it takes the server's late one.
   */
  async #decideHere({ scan, own, numbers, asking }: Known, judgement: Judgement): Promise<void> {
    const { code, ...rest } = scan
    const { clockOffsetMs = 0, lastContactAt = scan.scannedAt } = this.#phone.pairing ?? {}
    const kept = readTicketCode(code) ? code : ''
    try {
      await this.#session.uploads?.store({ ...rest, code: kept, clockOffsetMs, lastContactAt, ...judgement }, asking)
    } catch {
      this.#state.show(outcomes.full(scan.key))
      void asking.then((reply) =>
        'answer' in reply ? this.#accept(scan, reply.answer) : numbers.giveBack(scan.number),
      )
      return
    }
    numbers.keep(scan.number)
    if (judgement.verdict !== 'REFUSED') this.#session.openShow?.note(scan)
    const { show } = this.#state.read()
    if (show) this.#state.show(outcomeOfOwn(scan.key, judgement, own, { ...show, clockOffsetMs }))
    void asking.then((reply) => ('answer' in reply ? this.#compare(scan, reply.answer) : undefined))
  }

  /** Takes the server's verdict. */
  #accept(scan: Scan, answer: ScanAnswer): void {
    if (this.#asked?.scan === scan) this.#asked = undefined
    this.#session.openShow?.noteAnswer(scan, answer)
    const { show } = this.#state.read()
    if (show) this.#state.showIfCurrent(outcomeOfAnswer(answer, show))
  }

  /** Compares the server's late verdict with the phone's. */
  async #compare(scan: Scan, answer: ScanAnswer): Promise<void> {
    this.#session.openShow?.noteAnswer(scan, answer)
    await this.#session.uploads?.confirm([answer])
  }

  async #ask({ overruled: reason, ...scan }: Scan, numbers: ScanNumbers): Promise<Reply> {
    try {
      const body = { ...scan, ...(reason !== undefined && { overrule: { reason } }) }
      const { token = null } = this.#phone.pairing ?? {}
      const answer = await this.#phone.call(token, () => callAs(token, postScan, { body }))
      numbers.keep(scan.number)
      void this.#session.uploads?.send()
      return { answer }
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.#state.set({ isLive: false })
      if (error instanceof ApiError) return { failure: error }
      throw error
    }
  }
}
