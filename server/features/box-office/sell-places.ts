import type { NewSale, WantedTicket } from '#contract/box-office.ts'
import { messages } from '#contract/fields.ts'
import type { InvoiceId, OrderId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/connection.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { runIdempotentRequest } from '#server/db/idempotent-request.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepShow } from '#server/features/tickets/show-places.sql.ts'
import { lockTickets } from '#server/features/tickets/tickets.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Settings } from '#server/settings/env.ts'
import { insertGuest, updateHeldToBuyer } from './box-office.sql.ts'
import { recordSale } from './record-sale.ts'
import { requireOnSale } from './require-on-sale.ts'
import { pricedPlaces, takeFreePlaces } from './take-free-places.ts'

type Request = NewSale & { by: UserId; showId: ShowId; idempotencyKey?: string | undefined }
type Priced = WantedTicket & { price: Cents }

/**
 * Sells free or held places of a show that has not ended to a customer or to a guest, all or none. Staff may lower
 * prices with a reason. Repeats the answer for the same Idempotency-Key.
 */
export function sellPlaces(
  { db, settings }: AppContext,
  { by, showId, idempotencyKey: key, ...wanted }: Request,
): Promise<{ id: InvoiceId; orderId: OrderId }> {
  return inTransaction(db, (tx) =>
    runIdempotentRequest(tx, { userId: by, key, request: { call: 'sell', showId, ...wanted } }, async () => {
      const buyer = await findBuyer(tx, settings, wanted)
      const show = requireOnSale(await keepShow(tx, showId))
      const places = await pricedPlaces(
        tx,
        show,
        wanted.tickets.map(({ placeId }) => placeId),
      )
      const tickets = wanted.tickets.map((ticket) =>
        priceOf(ticket, places.get(ticket.placeId)?.fullPrice, wanted.reason),
      )
      const held = tickets.filter((ticket) => ticket.held !== undefined)
      const free = tickets.filter((ticket) => ticket.held === undefined)
      const taken = await takeFreePlaces(tx, { show, userId: buyer.userId, places, wanted: free })
      const { reason, paymentType, expectedTotal, isMailed } = wanted
      return recordSale(tx, settings, {
        ...{ by, ...buyer, paymentType, expectedTotal, isMailed, reason },
        ticketIds: [...taken, ...(await takeHeld(tx, showId, buyer.userId, held))],
      })
    }),
  )
}

/** Locks the customer, who must have a confirmed address if the shop requires that, or creates a guest. */
async function findBuyer(tx: Tx, { VERIFY_EMAIL }: Pick<Settings, 'VERIFY_EMAIL'>, { userId, guest }: NewSale) {
  if (userId === undefined) {
    if (!guest) throw problem('invalid_fields', { fields: [{ field: 'guest', message: messages.required }] })
    return { userId: await insertGuest(tx), hasAccount: false, customer: { ...guest, address: '' } }
  }
  await lockCustomers(tx, [userId])
  const customer = await selectUser(tx, userId)
  if (!customer) throw problem('not_found', { what: 'user' })
  if (VERIFY_EMAIL && !customer.emailVerifiedAt) throw problem('account_not_confirmed')
  return { userId, hasAccount: true, customer }
}

/** Returns the wanted price, or the full one. A lower price needs a reason. */
function priceOf(ticket: WantedTicket, fullPrice: Cents | undefined, reason: string | undefined): Priced {
  if (fullPrice === undefined) throw problem('places_not_bookable')
  const { price = fullPrice } = ticket
  const field = price > fullPrice ? 'tickets' : 'reason'
  const message = price > fullPrice ? messages.maximum(fullPrice) : messages.required
  if (price > fullPrice || (price < fullPrice && !reason))
    throw problem('invalid_fields', { fields: [{ field, message }] })
  return { ...ticket, price }
}

/** Gives held tickets to the buyer. Throws `places_not_held` if one of them is held no longer. */
async function takeHeld(tx: Tx, showId: ShowId, userId: UserId, held: readonly Priced[]): Promise<TicketId[]> {
  if (held.length === 0) return []
  const prices = new Map(held.map(({ held: id, placeId, price }) => [id as TicketId, { placeId, price }]))
  const locked = await lockTickets(tx, [...prices.keys()])
  const isHeld = (ticket: (typeof locked)[number]) =>
    ticket.userId === null && ticket.showId === showId && prices.get(ticket.id)?.placeId === (ticket.placeId as PlaceId)
  if (locked.length < held.length || !locked.every(isHeld)) throw problem('places_not_held')
  const sold = [...prices].map(([id, { price }]) => ({ id, price }))
  await updateHeldToBuyer(tx, userId, sold)
  return sold.map(({ id }) => id)
}
