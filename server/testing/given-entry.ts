import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScanAnswer, ScanInput } from '#contract/entry.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { redeemPairing } from '#contract/entry.ts'
import type { GateId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'

/** Sends a request below `api/v1`, as a user or with a token, like `TestShop.ask`. */
type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  asked?: { as?: UserId | string | undefined; body?: unknown },
) => Promise<{ statusCode: number; body: string; json: <Value>() => Value }>
type Given = {
  name?: string
  gateId?: GateId | null
  direction?: 'IN' | 'OUT' | 'BOTH'
  isSupervisor?: boolean
  furtherShowIds?: ShowId[]
}

const MAX_ATTEMPTS = 100
const SEND_AGAIN_MS = 200

/** A paired scanner of a test. */
export type Scanner = {
  token: string
  device: ReplyOf<typeof redeemPairing>['device']
  /** Scans a code at the show, by default in, and returns the answer. */
  scan: (code: string, given?: Partial<ScanInput>) => Promise<ScanAnswer>
}

/** Pairs a scanner for a show as staff. */
export async function givenScanner(ask: Ask, staff: UserId, showId: ShowId, given: Given = {}): Promise<Scanner> {
  const body = { name: 'Phone 1', gateId: null, direction: 'BOTH', isSupervisor: false, ...given }
  const pairing = await ask('POST', `/admin/shows/${showId}/entry-pairings`, { as: staff, body })
  if (pairing.statusCode !== 201) throw new Error(`No pairing: ${pairing.body}`)
  const { code } = pairing.json<{ code: string }>()
  const paired = (await ask('POST', '/entry/pairings', { body: { code } })).json<ReplyOf<typeof redeemPairing>>()
  let number = 0
  const scan: Scanner['scan'] = async (text, scanned = {}) => {
    number += 1
    const body = {
      ...{ key: randomUUID(), showId, number, code: text, direction: 'IN', scannedAt: new Date().toISOString() },
      ...scanned,
    }
    const send = () => ask('POST', '/entry/scans', { as: paired.token, body })
    let answer = await send()
    // A phone sends the same scan again when the shop was busy.
    for (let attempt = 1; answer.statusCode === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
      await wait(SEND_AGAIN_MS)
      answer = await send()
    }
    if (answer.statusCode !== 200) throw new Error(`Not scanned: ${answer.body}`)
    return answer.json<ScanAnswer>()
  }
  return { ...paired, scan }
}

/** Buys a ticket for a place, and returns its id and its codes. */
export async function givenTicket(ask: Ask, { as, showId, placeId }: { as: UserId; showId: ShowId; placeId: PlaceId }) {
  const reserved = await ask('POST', '/tickets', { as, body: { eventShowId: showId, seatingPlanPlaceIds: [placeId] } })
  const ticketIds = reserved.json<{ elements: { id: TicketId }[] }>().elements.map(({ id }) => id)
  const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }
  const body = { ticketIds, merchandiseIds: [], userPaymentInfoDto, paymentType: 'VISA' }
  const bought = await ask('POST', '/orders', { as, body })
  if (bought.statusCode !== 201) throw new Error(`Not bought: ${bought.body}`)
  const [id] = ticketIds as [TicketId]
  const { code, doorCode } = (await ask('GET', `/tickets/${id}`, { as })).json<{ code: string; doorCode: string }>()
  return { id, code, doorCode }
}
