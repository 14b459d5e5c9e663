import type { EntryTicket, Presence } from './entry-verdicts.ts'
import type { PlaceId, SectorId, TicketId } from '../ids.ts'
import type { PlaceType } from '../tickets/places.ts'

/** A ticket of a show, for its set. */
export type SetTicket = EntryTicket & { id: TicketId }

/**
 * The tickets of a show in few bytes, in the order of their ids. `ids`: each as the difference to the one before.
 * `issues`: position and issue of those that are not of issue 1. `states`: one character each, see `STATES`.
 */
export type PackedTickets = { ids: number[]; issues: [position: number, issue: number][]; states: string }

/** A character for each state of a ticket: three that are valid, the same three with a dispute, and refunded. */
const STATES = '-il?ILR'
const PRESENCES: readonly Presence[] = ['NEVER', 'INSIDE', 'LEFT']

/** Writes the state of a ticket as one character. */
export function stateCharOf({ isRefunded, isDisputed, presence }: EntryTicket): string {
  if (isRefunded) return 'R'
  return STATES[PRESENCES.indexOf(presence) + (isDisputed ? PRESENCES.length : 0)] ?? '-'
}

/** Reads a ticket from its issue and the character of its state. */
export function ticketOfState(issue: number, state: string): EntryTicket {
  const index = STATES.indexOf(state)
  const isRefunded = state === 'R'
  const presence = isRefunded ? 'NEVER' : (PRESENCES[index % PRESENCES.length] ?? 'NEVER')
  return { issue, isRefunded, isDisputed: !isRefunded && index >= PRESENCES.length, presence }
}

/** Packs tickets, which must be in the order of their ids. */
export function packTickets(tickets: readonly SetTicket[]): PackedTickets {
  return {
    ids: tickets.map(({ id }, position) => id - (tickets[position - 1]?.id ?? 0)),
    issues: tickets.flatMap(({ issue }, position) => (issue === 1 ? [] : [[position, issue]])),
    states: tickets.map(stateCharOf).join(''),
  }
}

/** Unpacks the tickets of a set, by id. */
export function unpackTickets({ ids, issues, states }: PackedTickets): Map<TicketId, EntryTicket> {
  const issueAt = new Map(issues)
  const tickets = new Map<TicketId, EntryTicket>()
  let id = 0
  for (const [position, difference] of ids.entries()) {
    id += difference
    tickets.set(id as TicketId, ticketOfState(issueAt.get(position) ?? 1, states[position] ?? 'R'))
  }
  return tickets
}

/** A place as a scanner shows it. */
export type SetPlace = {
  id: PlaceId
  sectorId: SectorId
  placeType: PlaceType
  rowName: string
  seatNumber: number
}

/**
 * Places with consecutive ids in one row: sector, type, row, first id, first seat number, difference between seat
 * numbers, number of places.
 */
export type PlaceRun = [
  sectorId: SectorId,
  placeType: PlaceType,
  rowName: string,
  firstId: PlaceId,
  firstSeat: number,
  step: number,
  places: number,
]

/** Packs places, which must be in the order of their ids. */
export function packPlaces(places: readonly SetPlace[]): PlaceRun[] {
  const runs: PlaceRun[] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (!run || !extendRun(run, place)) {
      runs.push([place.sectorId, place.placeType, place.rowName, place.id, place.seatNumber, 1, 1])
    }
  }
  return runs
}

/** Adds a place to a run that it continues. Returns whether it does. The second place of a run decides its step. */
function extendRun(run: PlaceRun, place: SetPlace): boolean {
  const [sectorId, placeType, rowName, firstId, firstSeat, step, count] = run
  if (place.sectorId !== sectorId || place.placeType !== placeType || place.rowName !== rowName) return false
  if (place.id !== firstId + count) return false
  const newStep = count === 1 ? place.seatNumber - firstSeat : step
  if (place.seatNumber !== firstSeat + newStep * count) return false
  run[5] = newStep
  run[6] = count + 1
  return true
}

/** Finds a place in the runs of a set. Undefined for a place of another plan. */
export function findPlace(runs: readonly PlaceRun[], id: PlaceId): SetPlace | undefined {
  for (const [sectorId, placeType, rowName, firstId, firstSeat, step, count] of runs) {
    const offset = id - firstId
    if (offset >= 0 && offset < count) {
      return { id, sectorId, placeType, rowName, seatNumber: firstSeat + step * offset }
    }
  }
  return undefined
}
