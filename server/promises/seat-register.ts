import type { Operation } from '#server/testing/linearizable.ts'

/** A seat as a register. `ticket` is null as long as no answer has told the id of the holder's ticket. */
export type SeatState = {
  holder: number | null
  ticket: number | null
  isBought: boolean
  /** The tickets of this seat that were ever bought, and those that were refunded. */
  sold: readonly number[]
  refunded: readonly number[]
}

export const freeSeat: SeatState = { holder: null, ticket: null, isBought: false, sold: [], refunded: [] }

/** A client's request about one seat with its answer: the status, or undefined if it never came. */
export type SeatRequest =
  | { kind: 'reserve'; status: number | undefined; ticket: number | null }
  | { kind: 'cancel' | 'buy' | 'refund'; status: number | undefined; ticket: number }
  | { kind: 'read'; seen: 'FREE' | 'RESERVED' | 'BOUGHT' }
  | { kind: 'read own'; seen: { ticket: number; isBought: boolean } | undefined }

export type SeatEvent = { client: number; startedAt: number; endedAt: number; request: SeatRequest }

/** Makes an operation of an event, for the check of a seat's history. */
export function operationOf({ client, startedAt, endedAt, request }: SeatEvent): Operation<SeatState> {
  return { startedAt, endedAt, apply: (state) => effectsOf(state, client, request) }
}

/** Returns the states after a request that is answered as recorded. None if this answer is impossible. */
function effectsOf(state: SeatState, client: number, request: SeatRequest): readonly SeatState[] {
  if (request.kind === 'read') {
    const kind = state.holder === null ? 'FREE' : state.isBought ? 'BOUGHT' : 'RESERVED'
    return kind === request.seen ? [state] : []
  }
  if (request.kind === 'read own') return readOwn(state, client, request.seen)
  const [status, next] = answerOf(state, client, request)
  return request.status === undefined || request.status === status ? [next] : []
}

function readOwn(state: SeatState, client: number, seen: { ticket: number; isBought: boolean } | undefined) {
  if (!seen) return state.holder === client ? [] : [state]
  const isSame = state.holder === client && state.isBought === seen.isBought
  return isSame && (state.ticket ?? seen.ticket) === seen.ticket ? [{ ...state, ticket: seen.ticket }] : []
}

/** Answers a request as the specification demands: its status, and the state afterwards. */
function answerOf(
  state: SeatState,
  client: number,
  { kind, ticket }: Exclude<SeatRequest, { seen: unknown }>,
): [status: number, next: SeatState] {
  const freed = { ...state, holder: null, ticket: null, isBought: false }
  if (kind === 'reserve') return state.holder === null ? [201, { ...freed, holder: client, ticket }] : [409, state]
  const id = ticket ?? 0
  const isHeld = state.ticket === id
  if (kind === 'cancel') return !isHeld ? [204, state] : state.isBought ? [409, state] : [204, freed]
  if (kind === 'buy') {
    if (state.sold.includes(id)) return [201, state]
    return isHeld ? [201, { ...state, isBought: true, sold: [...state.sold, id] }] : [410, state]
  }
  if (state.refunded.includes(id)) return [200, state]
  if (!isHeld) return [404, state]
  return state.isBought ? [200, { ...freed, refunded: [...state.refunded, id] }] : [409, state]
}
