import { movedPrice } from '#domain/tickets/desk-price.ts'
import type { InvoiceId, OrderId, PlaceId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import { placesText } from '#domain/tickets/places.ts'
import { problem } from '#domain/problem.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectSale } from '#server/features/invoices/invoices.sql.ts'
import { enqueueHolderNews } from '#server/features/mail/holder-news/holder-news.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { updateMissingPoints } from '#server/features/orders/payments/withheld-points.sql.ts'
import { selectOrderOfInvoice } from '#server/features/orders/orders.sql.ts'
import { deleteReservation } from '#server/features/tickets/reservations.sql.ts'
import { updateSuccessor } from '#server/features/ticket-transfers/ticket-transfers.sql.ts'
import { keepShow } from '#server/features/tickets/show-places.sql.ts'
import { lockStanding, vacateStanding } from '#server/features/tickets/standing.sql.ts'
import { lockTickets, selectTicket } from '#server/features/tickets/tickets.sql.ts'
import { selectHasAccount, updatePlaceOfTicket } from './box-office.sql.ts'
import { recordRefund } from './record-refund.ts'
import { recordSale } from './record-sale.ts'
import { requireOpen } from './require-on-sale.ts'
import { pricedPlaces, takeFreePlaces } from './take-free-places.ts'

type Request = {
  by: UserId
  ticketId: TicketId
  placeId: PlaceId
  paymentType?: PaymentType | undefined
  expectedPrice?: number | undefined
  idempotencyKey?: string | undefined
}
type Moved = { id: InvoiceId; orderId: OrderId }

/**
 * Moves a bought ticket to a free place of its show. At the same price the ticket stays, with its invoice. At another
 * price it is refunded and a new one sold in the same transaction, for the same holder.
 */
export function moveTicket({ db, settings }: AppContext, request: Request): Promise<Moved> {
  const { by, ticketId, placeId, paymentType, expectedPrice, idempotencyKey: key } = request
  const fingerprint = { call: 'move', ticketId, placeId, paymentType, expectedPrice }
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: fingerprint }, async () => {
      const { userId, show, ticket, places, free } = await claimPlace(tx, ticketId, placeId)
      const sale = await selectSale(tx, ticketId)
      const [from, to] = [places.get(ticket.placeId), places.get(placeId)]
      if (!from || !to) throw problem('places_not_bookable')
      const price = movedPrice(sale.price, from, to)
      if ((expectedPrice ?? price) !== price) throw problem('prices_changed', { total: price, points: 0 })
      const name = showNameOf({ eventTitle: show.eventTitle, name: show.name })
      await logChange(tx, {
        ...{ by, action: 'MOVED', record: { kind: 'TICKET', id: ticketId, name } },
        changes: [
          { field: 'place', from: placesText([from]), to: placesText([to]) },
          ...(price === sale.price ? [] : [{ field: 'price', from: sale.price, to: price }]),
        ],
      })
      const [claim] = await free(price)
      if (claim === undefined) throw problem('standing_full')
      if (price !== sale.price) {
        if (sale.isUsed) throw problem('ticket_used')
        await updateSuccessor(tx, { ...ticket, refundableUntil: sale.refundableUntil }, claim)
        const hasAccount = await selectHasAccount(tx, userId)
        const { id: invoiceId, missingPoints } = await recordRefund(tx, settings, { userId, ticket, sale })
        await updateMissingPoints(tx, claim, missingPoints)
        // Of a sale at the desk, staff gives back the difference at once.
        if (hasAccount && sale.paidBy !== null && sale.price > 0) {
          await enqueueInvoiceMail(tx, { template: 'refund', to: userId, invoiceId, isMoved: true })
        }
        const sold = await recordSale(tx, settings, {
          ...{ by, userId, hasAccount, customer: sale, ticketIds: [claim], paymentType, expectedTotal: price },
          ...{ isMailed: true, missingPoints },
        })
        await enqueueHolderNews(tx, [claim], 'MOVED')
        return sold
      }
      // The place stays claimed until the commit: others wait for this transaction, then see the moved ticket.
      await deleteReservation(tx, claim, userId)
      await updatePlaceOfTicket(tx, ticket, { placeId, placeType: to.placeType })
      if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)
      await enqueueHolderNews(tx, [ticketId], 'MOVED')
      const { invoiceId: id } = sale
      await enqueueInvoiceMail(tx, { template: 'order-confirmation', to: userId, hasTickets: true, invoiceId: id })
      return { id, orderId: await selectOrderOfInvoice(tx, id) }
    }),
  )
}

/**
 * Locks in the lock order: buyer and holder, show, standing places, then the ticket. Returns how to claim the new
 * place.
 */
async function claimPlace(tx: Tx, ticketId: TicketId, placeId: PlaceId) {
  const unlocked = await selectTicket(tx, ticketId)
  const userId = unlocked?.userId
  if (!unlocked || !userId) throw problem('not_found', { what: 'ticket' })
  await lockCustomers(tx, unlocked.holderId ? [userId, unlocked.holderId] : [userId])
  const show = requireOpen(await keepShow(tx, unlocked.showId))
  const places = await pricedPlaces(tx, show, [unlocked.placeId, placeId])
  for (const [id, { placeType }] of places) {
    if (placeType === 'STANDING') await lockStanding(tx, { showId: show.id, placeId: id })
  }
  const [ticket] = await lockTickets(tx, [ticketId])
  if (ticket?.state !== 'BOUGHT') throw problem('ticket_not_bought')
  // Somebody has received it since, whose account is not locked and may be deleted now.
  if (ticket.holderId !== unlocked.holderId) throw problem('changed_meanwhile', { what: 'ticket', fields: [] })
  const free = (price: Cents) => takeFreePlaces(tx, { show, userId, places, wanted: [{ placeId, price }] })
  return { userId, show, ticket, places, free }
}
