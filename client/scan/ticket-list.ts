import type { EntryChanges, EntrySet } from '#contract/entry.ts'
import type { EntryRefusal, ScanDirection } from '#domain/entry/entry.ts'
import { findPlace, stateCharOf, ticketOfState, unpackTickets } from '#domain/entry/entry-set.ts'
import { type EntryTicket, type Judgement, judgeOffline, servesSector } from '#domain/entry/entry-verdicts.ts'
import type { GateId, PlaceId, TicketId } from '#domain/ids.ts'
import { areLiveDigits, liveSecret } from '#domain/entry/live-code.ts'
import type { PlaceName } from '#domain/tickets/places.ts'
import { readTicketCode } from '#domain/entry/ticket-code.ts'
import { bytesOf, hmac } from '#client/offline/hmac.ts'
import type { EntryShow } from './entry-types.ts'
import { type SignatureCheck, Signatures } from './signatures.ts'

/** The phone's own judgement of a scanned text. */
export type OwnJudgement = {
  /**
   * `ASK`: the person at the door decides. `UNVERIFIED`: likewise, because this browser cannot verify signatures. Only
   * the server can tell of a code to type (`ONLINE`), and of one that was signed by a newer key than those of the set
   * (`NEW_KEY`).
   */
  readonly judgement: Judgement | 'ASK' | 'UNVERIFIED' | 'ONLINE' | 'NEW_KEY'
  /** Null for a text that is no code of this show. */
  readonly place: PlaceName | null
  /** When this phone saw or heard that a person came in with the ticket, by its clock. Null if it does not know. */
  readonly admittedAt: Date | null
}

type Scan = {
  readonly text: string
  readonly direction: ScanDirection
  readonly at: Date
  readonly gateId: GateId | null
}

const refused = (reason: EntryRefusal) => ({ verdict: 'REFUSED', reason }) as const
/** Judges a text that names no ticket of the show. */
const nameless = (judgement: OwnJudgement['judgement']): OwnJudgement => ({ judgement, place: null, admittedAt: null })
/** Any later issue of a ticket is judged like the newest one that is known. */
const FIRST_ISSUE = 1
/** The code that is printed below a ticket: eight characters, perhaps in two groups. */
const DOOR_CODE = /^[0-9a-z]{4}[ -]?[0-9a-z]{4}$/i

/** The tickets of a show as this phone knows them: the set that it fetched, and the changes since. */
export class TicketList {
  readonly #set: EntrySet
  readonly #tickets: Map<TicketId, EntryTicket>
  readonly #signatures: Signatures
  readonly #admittedAt: Map<TicketId, Date>
  /** When the list was last known to be complete, by the phone's clock. */
  syncedAt: number

  /** `admittedAt`: when people came in, as far as the list before this one knew. It is extended. */
  constructor(set: EntrySet, changes: EntryChanges, syncedAt: number, admittedAt = new Map<TicketId, Date>()) {
    this.#set = set
    this.#tickets = unpackTickets(set.tickets)
    this.#signatures = new Signatures(set.keys)
    this.syncedAt = syncedAt
    this.#admittedAt = admittedAt
    this.apply(changes, null)
  }

  get show(): EntryShow {
    return this.#set.show
  }

  /**
   * Takes the shop's states of tickets. A person whom this phone let in stays inside, because the shop has not heard of
   * it yet if it says that nobody came. `at`: when they happened; null for changes that are not new.
   */
  apply(changes: EntryChanges, at: Date | null = new Date()): void {
    for (const [id, issue, state] of changes) {
      const told = ticketOfState(issue, state)
      const before = this.#tickets.get(id)?.presence ?? 'NEVER'
      const presence = told.presence === 'NEVER' ? before : told.presence
      // A change of somebody inside is another one, for example of the code.
      if (at && presence === 'INSIDE' && before !== 'INSIDE') this.#noteTime(id, at)
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
    at = new Date(),
  ): EntryChanges {
    if (direction === 'IN') this.#noteTime(id, at)
    const known = this.#tickets.get(id) ?? { issue, isRefunded: false, isDisputed: false }
    const newest = Math.max(known.issue, issue)
    const ticket: EntryTicket = { ...known, issue: newest, presence: direction === 'IN' ? 'INSIDE' : 'LEFT' }
    this.#tickets.set(id, ticket)
    return [[id, newest, stateCharOf(ticket)]]
  }

  /**
   * Notes why the server refused a code, so that this phone refuses its copies without the server, too. Returns the
   * change, to be stored; none for reasons that are not the ticket's.
   */
  noteRefusal({ id, issue }: { readonly id: TicketId; readonly issue: number }, reason: EntryRefusal): EntryChanges {
    const known = this.#tickets.get(id) ?? { issue, isRefunded: false, isDisputed: false, presence: 'NEVER' }
    const learned: Partial<Record<EntryRefusal, Partial<EntryTicket>>> = {
      REFUNDED: { isRefunded: true },
      OLD_CODE: { issue: Math.max(known.issue, issue + 1) },
      ALREADY_IN: { presence: known.presence === 'NEVER' ? 'INSIDE' : known.presence },
      DISPUTED: { isDisputed: true },
    }
    if (!learned[reason]) return []
    const ticket: EntryTicket = { ...known, ...learned[reason] }
    this.#tickets.set(id, ticket)
    return [[id, ticket.issue, stateCharOf(ticket)]]
  }

  /** Keeps the first time at which a person came in with a ticket. */
  #noteTime(id: TicketId, at: Date): void {
    const known = this.#admittedAt.get(id)
    if (!known || at < known) this.#admittedAt.set(id, at)
  }

  /** Judges a scanned text without the server. */
  async judge({ text, direction, at, gateId }: Scan): Promise<OwnJudgement> {
    const read = readTicketCode(text)
    if (!read) return nameless(DOOR_CODE.test(text.trim()) ? 'ONLINE' : refused('NOT_VALID'))
    const { showId, ticketId: id, issue, placeId, keyNumber } = read.code
    const check = await this.#signatures.check(keyNumber, read)
    if (check === 'NEW_KEY') return nameless('NEW_KEY')
    if (check === 'FORGED') return nameless(refused('NOT_VALID'))
    if (showId !== this.#set.show.id) return nameless(refused('OTHER_SHOW'))
    const { place, sectorId } = this.#placeOf(placeId)
    const sectorIds = this.#set.gates.find((gate) => gate.id === gateId)?.sectorIds ?? []
    const isLive = await this.#isLive({ ticketId: id, issue, digits: read.digits }, at)
    const scan = { issue, direction, isServed: servesSector(sectorIds, sectorId), isLive, at }
    const judgement = this.#judgeGenuine(scan, id, check)
    return { judgement, place, admittedAt: this.#admittedAt.get(id) ?? null }
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

  #judgeGenuine(
    scan: Parameters<typeof judgeOffline>[0],
    id: TicketId,
    check: SignatureCheck,
  ): Judgement | 'ASK' | 'UNVERIFIED' {
    const { isCancelled, doorsOpenAt, reEntry, offlineUnknown } = this.#set.show
    const known = this.#tickets.get(id)
    const rules = { isCancelled, doorsOpenAt: doorsOpenAt === null ? null : new Date(doorsOpenAt), reEntry }
    const judgement = judgeOffline(scan, known, { ...rules, offlineUnknown })
    const isRefused = typeof judgement === 'object' && judgement.verdict === 'REFUSED'
    // The numbers of tickets can be guessed, so an unverified code may be invented even if the set has its ticket.
    return check === 'UNKNOWN' && !isRefused ? 'UNVERIFIED' : judgement
  }

  #placeOf(id: PlaceId) {
    const found = findPlace(this.#set.places as Parameters<typeof findPlace>[0], id)
    const sector = this.#set.sectors.find((each) => each.id === found?.sectorId)
    const place =
      found && sector ? { sectorName: sector.name, rowName: found.rowName, seatNumber: found.seatNumber } : null
    return { place, sectorId: found?.sectorId }
  }
}
