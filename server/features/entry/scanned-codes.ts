import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { readDoorCode } from '#domain/entry/door-code.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { selectPublicKeys } from '#server/features/ticket-codes/ticket-keys.sql.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { codeReader } from '#server/gateways/ticket-signatures.ts'
import type { Counted } from '#server/http/limits/answer-costs.ts'
import { Semaphore } from '#server/concurrency/semaphore.ts'
import { sharedReads } from '#server/concurrency/shared-reads.ts'
import { selectIssues } from './entry-tickets.sql.ts'

/** The ticket that a genuine code names, and the digits of a live code. */
export type ScannedCode = { ticketId: TicketId; showId: ShowId; issue: number; digits: string | null }

type DoorCodes = ReadonlyMap<string, ScannedCode>
type KnownCodes = { byCode: Map<string, ScannedCode>; issues: Map<TicketId, number> }

/** Limits the door codes that are kept: 40 MB. Those of a show with more are kept alone. */
const KEPT_CODES = 200_000
/** Codes of earlier issues of a ticket that are told as replaced, not as unknown. */
const KEPT_ISSUES = 20
/** Limits the codes that are computed before other requests have their turn. */
const CODES_AT_ONCE = 200
/** Limits the scanned codes that are read before other requests have their turn. */
const CODES_IN_PART = 100
/** Reading the tickets of shows takes a tenth of the time at most, however many codes are of no ticket. */
const REST_PER_COST = 9
const MAX_REST_MS = 2_000
const MAX_WAIT_MS = 5_000

/** Recognises scanned and typed codes. Keeps the door codes of the latest shows in memory, because each is an HMAC. */
export class ScannedCodes {
  readonly #context: AppContext
  readonly #known: LRUCache<ShowId, KnownCodes>
  readonly #readDoorCodes: (showId: ShowId) => Promise<DoorCodes>
  #restsUntil = 0

  constructor(context: AppContext, { keptCodes = KEPT_CODES } = {}) {
    this.#context = context
    this.#known = new LRUCache({ maxSize: keptCodes })
    const lane = new Semaphore({ running: 1, waitMs: MAX_WAIT_MS })
    this.#readDoorCodes = sharedReads((showId) => this.#addDoorCodes(showId), { keyOf: String, lane })
  }

  /** Returns the function that recognises a text scanned at a show. It returns undefined for any text but a code. */
  async reader(showId: ShowId): Promise<(text: string) => Promise<ScannedCode | undefined>> {
    const readSigned = codeReader(await selectPublicKeys(this.#context.db))
    const readTyped = this.#typedReader(showId)
    return async (text) => {
      const typed = readDoorCode(text)
      return typed === undefined ? readSigned(text) : readTyped(typed)
    }
  }

  /**
   * Recognises texts scanned at a show, and returns their codes in the same order. `counted` counts the processor time
   * of the signatures, which are verified in parts.
   */
  async readAll(showId: ShowId, texts: readonly string[], counted: Counted): Promise<(ScannedCode | undefined)[]> {
    const readSigned = codeReader(await selectPublicKeys(this.#context.db))
    const readTyped = this.#typedReader(showId)
    const codes: (ScannedCode | undefined)[] = []
    for (let from = 0; from < texts.length; from += CODES_IN_PART) {
      const part = texts.slice(from, from + CODES_IN_PART)
      const signed = counted(() => part.map(readSigned))
      for (const [index, text] of part.entries()) {
        const typed = readDoorCode(text)
        codes.push(typed === undefined ? signed[index] : await readTyped(typed))
      }
      await letOthersRun()
    }
    return codes
  }

  /**
   * Returns the function that recognises a door code of a show. Reads those of tickets that were bought since once, for
   * the first one that is not known.
   */
  #typedReader(showId: ShowId): (typed: string) => Promise<ScannedCode | undefined> {
    let byCode: DoorCodes = this.#known.get(showId)?.byCode ?? new Map()
    let isRead = false
    return async (typed) => {
      if (!byCode.has(typed) && !isRead) {
        byCode = await this.#readDoorCodes(showId)
        isRead = true
      }
      return byCode.get(typed)
    }
  }

  async #addDoorCodes(showId: ShowId): Promise<DoorCodes> {
    await wait(Math.max(0, this.#restsUntil - performance.now()))
    const start = performance.now()
    const known = this.#known.get(showId) ?? { byCode: new Map(), issues: new Map() }
    const { byCode, issues } = known
    const doorCodeOf = doorCodes(this.#context)
    for (const { id, issue } of await selectIssues(this.#context.db, showId)) {
      // Codes of earlier issues are told as replaced.
      for (let each = Math.max(issues.get(id) ?? 0, issue - KEPT_ISSUES) + 1; each <= issue; each += 1) {
        byCode.set(doorCodeOf({ id, showId, issue: each }), { ticketId: id, showId, issue: each, digits: null })
        if (byCode.size % CODES_AT_ONCE === 0) await letOthersRun()
      }
      issues.set(id, issue)
    }
    this.#known.set(showId, known, { size: Math.min(byCode.size + 1, this.#known.maxSize) })
    const end = performance.now()
    this.#restsUntil = end + Math.min(MAX_REST_MS, REST_PER_COST * (end - start))
    return byCode
  }
}
