import { getEntryDevice, redeemPairing } from '#contract/entry.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { callAs } from './entry-api.ts'
import { EntryStore, type Pairing } from './entry-store.ts'
import { newPairing } from './new-pairing.ts'
import { ScanNumbers } from './scan-numbers.ts'

/** The pairing of this phone with the shop, and its store. */
export class Phone {
  readonly #onRefused: () => Promise<void>
  #store: EntryStore | undefined
  #pairing: Pairing | undefined
  #numbers: ScanNumbers | undefined
  #isStopped = false

  /** `onRefused`: the server refuses the token of the present pairing. */
  constructor(onRefused: () => Promise<void>) {
    this.#onRefused = onRefused
  }

  get store(): EntryStore | undefined {
    return this.#store
  }

  get pairing(): Pairing | undefined {
    return this.#pairing
  }

  /** Numbers the scans of the present pairing. */
  get numbers(): ScanNumbers | undefined {
    return this.#numbers
  }

  /** Whether another page of the phone has taken over. There is no pairing from then on. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Reads the stored pairing. Returns the one that should replace it. Throws if the browser refuses. */
  async open(): Promise<Pairing | undefined> {
    this.#store = await EntryStore.open()
    const pairing = await this.#store.readPairing()
    const next = await this.#store.readNextPairing()
    if (!this.#isStopped && pairing) this.#use(pairing)
    return next
  }

  stop(): void {
    this.#isStopped = true
    this.#pairing = undefined
  }

  /** Gets a pairing by a code of the desk, which works once. Throws `ApiError`. */
  async redeem(code: string): Promise<Pairing | undefined> {
    const { token, device } = await callAs(null, redeemPairing, { body: { code } })
    return newPairing(token, device)
  }

  /**
   * Returns a stored pairing that is still valid, with its present shows. Undefined without an answer, so that the list
   * of the present pairing stays. Forgets the stored pairing if it was revoked.
   */
  async confirm({ token }: Pairing): Promise<Pairing | undefined> {
    try {
      return newPairing(token, await callAs(token, getEntryDevice, {}))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) await this.#store?.deleteNextPairing()
      return undefined
    }
  }

  /** Replaces the pairing and deletes everything stored for the former one. */
  async replace(pairing: Pairing): Promise<void> {
    await this.#store?.wipe()
    await this.#store?.savePairing(pairing)
    if (!this.#isStopped) this.#use(pairing)
  }

  /** Stores a change of the pairing. A full phone keeps it in memory only. */
  async save(change: Partial<Pairing>): Promise<void> {
    if (!this.#pairing) return
    this.#pairing = { ...this.#pairing, ...change }
    await this.#store?.savePairing(this.#pairing).catch(() => undefined)
  }

  /** Ends the pairing and deletes everything stored. */
  async wipe(): Promise<void> {
    this.#pairing = undefined
    await this.#store?.wipe().catch(() => undefined)
  }

  /** Waits for an answer of the server and notes its clock. */
  async noteClock<Answer extends { readonly now: string }>(asking: Promise<Answer>): Promise<Answer> {
    const answer = await asking
    void this.save({ clockOffsetMs: Math.round(Date.parse(answer.now) - Date.now()), lastContactAt: answer.now })
    return answer
  }

  /** Calls the server, notes its clock, and ends the pairing if it refuses the token, unless a new one has begun. */
  async call<Answer extends { readonly now: string }>(
    token: string | null,
    ask: (token: string | null) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await this.noteClock(ask(token))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && this.#pairing?.token === token) await this.#onRefused()
      throw error
    }
  }

  #use(pairing: Pairing): void {
    this.#pairing = pairing
    const { token } = pairing
    this.#numbers = new ScanNumbers(pairing.lastNumber, (lastNumber) => {
      // A late answer to a scan of a former pairing changes nothing.
      if (this.#pairing?.token === token) void this.save({ lastNumber })
    })
  }
}
