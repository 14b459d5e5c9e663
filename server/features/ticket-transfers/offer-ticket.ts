import type { TicketId, UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { lockTicketToHandOver } from './hand-over.ts'
import {
  enqueueTransferMail,
  insertOffer,
  lockTicket,
  selectTicketToHandOver,
  updateOfferEnded,
} from './ticket-transfers.sql.ts'
import { mailboxOf } from '#server/mailbox.ts'

/** Limits the offers of a customer, each of which mails somebody: 30 in a row, then one every six minutes. */
const OFFERS = { attempts: 30, secondsPerAttempt: 6 * 60 }
/** Limits the offers of a customer to one mailbox, which gets a mail about each end, too. */
const OFFERS_TO_ONE = { attempts: 10, secondsPerAttempt: 30 * 60 }
/** Limits the offers of all customers to one mailbox: 30 in a row, then one every half an hour. */
const OFFERS_TO_ADDRESS = { attempts: 30, secondsPerAttempt: 30 * 60 }

type Offer = { userId: UserId; ticketId: TicketId; email: string; idempotencyKey?: string | undefined }

/**
 * Offers a ticket to another person by mail. The ticket stays with the customer until the offer is accepted. Throws
 * `ticket_offered` while it is offered.
 */
export async function offerTicket({ db }: Pick<AppContext, 'db'>, offer: Offer): Promise<void> {
  const { userId, ticketId, email, idempotencyKey: key } = offer
  await inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId, key, request: { call: 'offer', ticketId, email } }, async () => {
      // An account that is being deleted offers nothing.
      await lockCustomer(tx, userId)
      await lockTicketToHandOver(tx, ticketId, userId)
      const user = await selectUser(tx, userId)
      if (user?.email.toLowerCase() === email.toLowerCase()) throw problem('transfer_to_yourself')
      await countOffer(tx, { key: `ticket offers of ${userId}`, ...OFFERS })
      const mailbox = mailboxOf(email)
      await countOffer(tx, { key: `ticket offers of ${userId} to ${mailbox}`, ...OFFERS_TO_ONE })
      await countOffer(tx, { key: `ticket offers to ${mailbox}`, ...OFFERS_TO_ADDRESS })
      const id = await insertOffer(tx, ticketId, userId, email)
      if (id === undefined) throw problem('ticket_offered')
      await enqueueTransferMail(tx, 'send-ticket-offer', { id })
      return {}
    }),
  )
}

/** Counts an offer. Throws `too_many_requests` if there were too many. */
async function countOffer(tx: Tx, limit: Parameters<typeof insertAttemptWithRoom>[1]): Promise<void> {
  if (await insertAttemptWithRoom(tx, limit)) return
  throw problem('too_many_requests', { retryAfterSeconds: limit.secondsPerAttempt })
}

/** Withdraws the offer of a customer's ticket. Does nothing without one. Throws `not_found` for another's ticket. */
export async function withdrawTicketOffer(
  { db }: Pick<AppContext, 'db'>,
  { userId, ticketId }: Pick<Offer, 'userId' | 'ticketId'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTicket(tx, ticketId)
    const ticket = await selectTicketToHandOver(tx, ticketId)
    if (ticket?.holderId !== userId) throw problem('not_found', { what: 'ticket' })
    const id = await updateOfferEnded(tx, ticketId, { state: 'WITHDRAWN' })
    if (id !== undefined) await enqueueTransferMail(tx, 'send-transfer-news', { id, kind: 'withdrawn' })
  })
}
