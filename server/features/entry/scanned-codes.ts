import { readDoorCode } from '#domain/door-code.ts'
import type { ShowId, TicketId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { selectPublicKeys } from '#server/features/ticket-codes/ticket-keys.sql.ts'
import { doorCodes } from '#server/gateways/door-codes.ts'
import { codeReader } from '#server/gateways/ticket-signatures.ts'
import { selectIssues } from './entry-tickets.sql.ts'

/** The ticket that a genuine code names, and the digits of a live code. */
export type ScannedCode = { ticketId: TicketId; showId: ShowId; issue: number; digits: string | null }

/** Limits the shows whose door codes are kept. */
const KEPT_SHOWS = 8

/** Recognises scanned and typed codes. Keeps the door codes of the latest shows in memory, because each is an HMAC. */
export class ScannedCodes {
  readonly #context: AppContext
  readonly #doorCodes = new Map<ShowId, { byCode: Map<string, ScannedCode>; known: Set<string> }>()

  constructor(context: AppContext) {
    this.#context = context
  }

  /** Returns the function that recognises a text scanned at a show. It returns undefined for any text but a code. */
  async reader(showId: ShowId): Promise<(text: string) => Promise<ScannedCode | undefined>> {
    const readCode = codeReader(await selectPublicKeys(this.#context.db))
    return async (text) => {
      const typed = readDoorCode(text)
      return typed === undefined ? readCode(text) : this.#findDoorCode(showId, typed)
    }
  }

  async #findDoorCode(showId: ShowId, code: string): Promise<ScannedCode | undefined> {
    const codes = this.#doorCodes.get(showId) ?? { byCode: new Map(), known: new Set() }
    this.#doorCodes.delete(showId)
    this.#doorCodes.set(showId, codes)
    for (const oldest of [...this.#doorCodes.keys()].slice(0, -KEPT_SHOWS)) this.#doorCodes.delete(oldest)
    if (!codes.byCode.has(code)) {
      const doorCodeOf = doorCodes(this.#context)
      for (const { id, issue } of await selectIssues(this.#context.db, showId)) {
        // Codes of earlier issues are told as replaced.
        for (let each = issue; each > 0; each -= 1) {
          const name = `${id} ${each}`
          if (codes.known.has(name)) break
          codes.known.add(name)
          codes.byCode.set(doorCodeOf({ id, showId, issue: each }), { ticketId: id, showId, issue: each, digits: null })
        }
      }
    }
    return codes.byCode.get(code)
  }
}
