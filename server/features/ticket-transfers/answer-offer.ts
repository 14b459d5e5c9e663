import type { OfferedTicket } from '#contract/ticket-transfers.ts'
import type { TicketId, UserId } from '#domain/ids.ts'
import { problem, type Problem } from '#domain/problem.ts'
import { refusalOfHandover, type TicketToHandOver, type TransferState } from '#domain/tickets/ticket-transfers.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import {
  enqueueTransferMail,
  lockTicket,
  selectTicketToHandOver,
  selectTransferFacts,
  selectTransferOf,
  updateHolder,
  updateOfferEnded,
} from './ticket-transfers.sql.ts'

/**
 * Reads the ticket that a link offers. Throws `transfer_accepted` or `transfer_ended` for any other link, and
 * `transfer_too_late` after the start of the show.
 */
export async function getTicketOffer({ db }: Pick<AppContext, 'db'>, token: string): Promise<OfferedTicket> {
  const transfer = await selectTransferOf(db, hashOfToken(token))
  if (transfer?.state !== 'OFFERED') throw endOf(transfer)
  const facts = await selectTransferFacts(db, transfer.id)
  if (!facts) throw problem('transfer_ended')
  requireOffer(facts)
  return {
    ...facts,
    startTime: facts.startsAt,
    seatingPlanSectorName: facts.sectorName,
    seatingPlanRowName: facts.rowName,
  }
}

/**
 * Accepts an offered ticket: its holder changes, and its former codes are invalid. Returns the same ticket if this
 * customer has accepted it before. Throws `transfer_accepted` when another one has, `transfer_ended` when it was
 * refunded or withdrawn, `transfer_too_late` after the start of the show.
 */
export function acceptTicket(
  { db }: Pick<AppContext, 'db'>,
  { token, userId }: { token: string; userId: UserId },
): Promise<{ ticketId: TicketId }> {
  const tokenHash = hashOfToken(token)
  return inTransaction(db, async (tx) => {
    const unlocked = await selectTransferOf(tx, tokenHash)
    if (!unlocked) throw problem('transfer_ended')
    const { ticketId } = unlocked
    // An account that is being deleted accepts nothing.
    await lockCustomer(tx, userId)
    await lockTicket(tx, ticketId)
    const [transfer, ticket] = [await selectTransferOf(tx, tokenHash), await selectTicketToHandOver(tx, ticketId)]
    if (transfer?.state === 'ACCEPTED' && transfer.toUser === userId) return { ticketId }
    if (transfer?.state !== 'OFFERED' || !ticket) throw endOf(transfer)
    if (transfer.fromUser === userId) throw problem('transfer_to_yourself')
    requireOffer(ticket)
    await updateHolder(tx, ticketId, ticket.buyerId === userId ? null : userId)
    await updateOfferEnded(tx, ticketId, { state: 'ACCEPTED', to: userId })
    await enqueueTransferMail(tx, 'send-transfer-news', { id: transfer.id, kind: 'accepted' })
    return { ticketId }
  })
}

/** Declines an offered ticket. Throws `transfer_accepted` or `transfer_ended` unless it is offered or declined. */
export async function declineTicket({ db }: Pick<AppContext, 'db'>, token: string): Promise<void> {
  const tokenHash = hashOfToken(token)
  await inTransaction(db, async (tx) => {
    const unlocked = await selectTransferOf(tx, tokenHash)
    if (!unlocked) throw problem('transfer_ended')
    await lockTicket(tx, unlocked.ticketId)
    const transfer = await selectTransferOf(tx, tokenHash)
    if (transfer?.state === 'DECLINED') return
    if (transfer?.state !== 'OFFERED') throw endOf(transfer)
    await updateOfferEnded(tx, transfer.ticketId, { state: 'DECLINED' })
    await enqueueTransferMail(tx, 'send-transfer-news', { id: transfer.id, kind: 'declined' })
  })
}

/** Throws `transfer_too_late` after the start of the show, and `transfer_ended` if the ticket cannot be handed on. */
function requireOffer(ticket: TicketToHandOver & { now: Date }): void {
  if (!refusalOfHandover(ticket, ticket.now)) return
  throw problem(ticket.state === 'BOUGHT' && ticket.now >= ticket.startsAt ? 'transfer_too_late' : 'transfer_ended')
}

/** Says why a link offers nothing. */
function endOf(transfer: { state: TransferState } | undefined): Problem {
  return problem(transfer?.state === 'ACCEPTED' ? 'transfer_accepted' : 'transfer_ended')
}
