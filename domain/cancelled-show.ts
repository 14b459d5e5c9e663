import type { InvoiceId, PlaceId, TicketId, UserId } from './ids.ts'
import { type Cents, cents } from './money.ts'
import type { PlaceType } from './places.ts'

/** A bought ticket of a cancelled show with its line on the invoice. `points`: earned at `countsFrom`. */
export type SoldTicket = {
  ticketId: TicketId
  userId: UserId
  invoiceId: InvoiceId
  placeId: PlaceId
  placeType: PlaceType
  name: string
  price: Cents
  vatPercent: number
  points: number
  countsFrom: Date
  isCounted: boolean
  customer: { firstName: string; lastName: string; address: string }
}

/**
 * Sets the points that the refunds withdraw. Points that do not count yet are withdrawn entirely. Customers may have
 * spent those that count: at most their balance is withdrawn, and the shop bears the rest.
 */
export function pointsToWithdraw(
  tickets: readonly SoldTicket[],
  balances: ReadonlyMap<UserId, number>,
): readonly SoldTicket[] {
  const left = new Map(balances)
  return tickets.map((ticket) => {
    if (!ticket.isCounted) return ticket
    const balance = left.get(ticket.userId) ?? 0
    const points = Math.min(ticket.points, Math.max(0, balance))
    left.set(ticket.userId, balance - points)
    return { ...ticket, points }
  })
}

/** Groups tickets by their invoices, each with the sum to refund. */
export function groupRefunds(tickets: readonly SoldTicket[]) {
  return [...Map.groupBy(tickets, ({ invoiceId }) => invoiceId)].map(([invoiceId, ofInvoice]) => {
    const [{ userId, customer }] = ofInvoice as [SoldTicket, ...SoldTicket[]]
    return {
      invoiceId,
      userId,
      customer,
      total: cents(ofInvoice.reduce((sum, { price }) => sum + price, 0)),
      tickets: ofInvoice,
    }
  })
}
