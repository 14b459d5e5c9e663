import type { EntryChanges, EntrySet } from '#contract/entry.ts'
import type { ScanDirection } from '#domain/entry.ts'
import { findPlace, stateCharOf, ticketOfState, unpackTickets } from '#domain/entry-set.ts'
import { type EntryTicket, type Judgement, judgeOffline, servesSector } from '#domain/entry-verdicts.ts'
import type { GateId, PlaceId, TicketId } from '#domain/ids.ts'
import { areLiveDigits, liveSecret } from '#domain/live-code.ts'
import type { PlaceName } from '#domain/places.ts'
import { readTicketCode } from '#domain/ticket-code.ts'
import { bytesOf, hmac } from '#client/offline/hmac.ts'
import type { EntryShow } from './entry-types.ts'
import { type SignatureCheck, Signatures } from './signatures.ts'

/** The phone's own judgement of a scanned text. */
export type OwnJudgement = {
  /**
   * `ASK`: the person at the door decides. Only the server can tell of a code to type (`ONLINE`), and of one that was
   * signed by a newer key than those of the set (`NEW_KEY`).
   */
  readonly judgement: Judgement | 'ASK' | 'ONLINE' | 'NEW_KEY'
  /** Null for a text that is no code of this show. */
  readonly place: PlaceName | null
}

type Scan = {
  readonly text: string
  readonly direction: ScanDirection
  readonly at: Date
  readonly gateId: GateId | null
}

const refused = (reason: NonNullable<Judgement['reason']>) => ({ verdict: 'REFUSED', reason }) as const
/** Any later issue of a ticket is judged like the newest one that is known. */
const FIRST_ISSUE = 1
/** The code that is printed below a ticket: eight characters, perhaps in two groups. */
const DOOR_CODE = /^[0-9a-z]{4}[ -]?[0-9a-z]{4}$/i

/** The tickets of a show as this phone knows them: the set that it fetched, and the changes since. */
export class TicketList {
  readonly #set: EntrySet
  readonly #tickets: Map<TicketId, EntryTicket>
  readonly #signatures: Signatures
  /** When the list was last known to be complete, by the phone's clock. */
  syncedAt: number

  constructor(set: EntrySet, changes: EntryChanges, syncedAt: number) {
    this.#set = set
    this.#tickets = unpackTickets(set.tickets)
    this.#signatures = new Signatures(set.keys)
    this.syncedAt = syncedAt
    this.apply(changes)
  }

  get show(): EntryShow {
    return this.#set.show
  }

  /**
   * Takes the shop's states of tickets. A person whom this phone let in stays inside, because the shop has not heard of
   * it yet if it says that nobody came.
   */
  apply(changes: EntryChanges): void {
    for (const [id, issue, state] of changes) {
      const told = ticketOfState(issue, state)
      const presence = told.presence === 'NEVER' ? (this.#tickets.get(id)?.presence ?? 'NEVER') : told.presence
      this.#tickets.set(id, { ...told, presence })
    }
  }

  /**
   * Notes that the person of a ticket went in or out. `issue`: undefined for a code to type, which has none. Returns
   * the change, to be stored.
   */
  notePassage(
    { id, issue = FIRST_ISSUE }: { readonly id: TicketId; readonly issue: number | undefined },
    direction: ScanDirection,
  ): EntryChanges {
    const known = this.#tickets.get(id) ?? { issue, isRefunded: false, isDisputed: false }
    const newest = Math.max(known.issue, issue)
    const ticket: EntryTicket = { ...known, issue: newest, presence: direction === 'IN' ? 'INSIDE' : 'LEFT' }
    this.#tickets.set(id, ticket)
    return [[id, newest, stateCharOf(ticket)]]
  }

  /** Judges a scanned text without the server. */
  async judge({ text, direction, at, gateId }: Scan): Promise<OwnJudgement> {
    const read = readTicketCode(text)
    if (!read) {
      return { judgement: DOOR_CODE.test(text.trim()) ? 'ONLINE' : refused('NOT_VALID'), place: null }
    }
    const { showId, ticketId: id, issue, placeId, keyNumber } = read.code
    const check = await this.#signatures.check(keyNumber, read)
    if (check === 'NEW_KEY') return { judgement: 'NEW_KEY', place: null }
    if (check === 'FORGED') return { judgement: refused('NOT_VALID'), place: null }
    if (showId !== this.#set.show.id) {
      return { judgement: refused('OTHER_SHOW'), place: null }
    }
    const { place, sectorId } = this.#placeOf(placeId)
    const sectorIds = this.#set.gates.find((gate) => gate.id === gateId)?.sectorIds ?? []
    const isLive = await this.#isLive({ ticketId: id, issue, digits: read.digits }, at)
    const scan = { issue, direction, isServed: servesSector(sectorIds, sectorId), isLive, at }
    return { judgement: this.#judgeGenuine(scan, id, check), place }
  }

  /** Tells whether a code has the digits that a show with live codes needs. */
  async #isLive(
    { digits, ...ticket }: { readonly ticketId: TicketId; readonly issue: number; readonly digits: string | null },
    at: Date,
  ): Promise<boolean> {
    // A set of an earlier version has none.
    const key = this.#set.liveKey ?? null
    if (key === null) return true
    return digits !== null && areLiveDigits(hmac, await liveSecret(hmac, bytesOf(key), ticket), { digits, at })
  }

  #judgeGenuine(scan: Parameters<typeof judgeOffline>[0], id: TicketId, check: SignatureCheck): Judgement | 'ASK' {
    const { isCancelled, doorsOpenAt, reEntry, offlineUnknown } = this.#set.show
    const known = this.#tickets.get(id)
    const rules = { isCancelled, doorsOpenAt: doorsOpenAt === null ? null : new Date(doorsOpenAt), reEntry }
    // An unverified code that is not in the set may be invented.
    const onUnknown = check === 'UNKNOWN' ? 'ASK' : offlineUnknown
    return judgeOffline(scan, known, { ...rules, offlineUnknown: onUnknown })
  }

  #placeOf(id: PlaceId) {
    const found = findPlace(this.#set.places as Parameters<typeof findPlace>[0], id)
    const sector = this.#set.sectors.find((each) => each.id === found?.sectorId)
    const place =
      found && sector ? { sectorName: sector.name, rowName: found.rowName, seatNumber: found.seatNumber } : null
    return { place, sectorId: found?.sectorId }
  }
}
