import type { OwnTicket } from '#contract/ticket-codes.ts'
import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectNow } from '#server/db/now.ts'
import { liveSecretOf } from '#server/gateways/live-codes.ts'
import { asViewed, selectTickets } from '#server/features/tickets/tickets.sql.ts'
import { codesOfTickets } from './codes-of-tickets.ts'
import { addressText } from './printable-tickets.ts'
import { selectBoughtBeside, selectGateNames, selectTicketOfCode } from './ticket-codes.sql.ts'

/**
 * Reads a ticket of a customer, with its codes if it is bought and not given away. No code is stored: the signature of
 * the same ticket is always the same. Throws `not_found` for a ticket of somebody else, `ticket_refunded` for a
 * refunded one.
 */
export async function getOwnTicket(
  context: AppContext,
  { id, userId }: { id: TicketId; userId: UserId },
): Promise<OwnTicket> {
  const { db } = context
  const [found, [ticket]] = [await selectTicketOfCode(db, id), await selectTickets(db, { userId, ids: [id] })]
  const isOwn = found?.userId === userId || found?.holderId === userId
  if (isOwn && found.state === 'REFUNDED') throw problem('ticket_refunded')
  if (!found || !ticket) throw problem('not_found', { what: 'ticket' })
  const shown = {
    ticket: asViewed(ticket),
    locationAddress: addressText(found),
    gateNames: await selectGateNames(db, id),
    boughtIds: await selectBoughtBeside(db, userId, id),
  }
  if (found.state !== 'BOUGHT' || (found.holderId ?? userId) !== userId)
    return { ...shown, code: null, live: null, doorCode: null, wallets: [] }
  const codesOf = await codesOfTickets(context)
  const codes = codesOf(found)
  if (!found.hasLiveCodes) return { ...shown, ...codes, live: null, wallets: walletsOf(context) }
  const secret = await liveSecretOf(context, { ...found, ticketId: id })
  const live = { secret: Buffer.from(secret).toString('base64url'), now: await selectNow(db) }
  return { ...shown, code: codes.code, live, doorCode: null, wallets: [] }
}

function walletsOf({ wallets: { apple, google } }: AppContext): OwnTicket['wallets'] {
  return [...(apple ? (['APPLE'] as const) : []), ...(google ? (['GOOGLE'] as const) : [])]
}
