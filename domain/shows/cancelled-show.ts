import type { InvoiceId, PlaceId, TicketId, UserId } from '../ids.ts'
import { type Cents, cents } from '../money.ts'
import type { PlaceType } from '../tickets/places.ts'
import { pointsEarned } from '../points.ts'

/**
 * A bought ticket of a cancelled show with its line on the invoice. `points`: earned at `countsFrom`. `missingPoints`:
 * those that the ticket earned less than its price, because it moved when the points of its former sale were spent.
 */
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
  missingPoints: number
  countsFrom: Date
  isCounted: boolean
  customer: { firstName: string; lastName: string; address: string }
}

/** A sold line with the points that each of its pieces earned. */
type EarnedLine = Pick<SoldTicket, 'userId' | 'points' | 'isCounted'> & { quantity?: number; missingPoints?: number }

/** Gives tickets that lack points those of their price, as soon as they count, so that refunds withdraw all of them. */
export function withMissingPoints(tickets: readonly SoldTicket[]): readonly SoldTicket[] {
  return tickets.map((ticket) =>
    ticket.missingPoints > 0 && ticket.isCounted ? { ...ticket, points: pointsEarned(ticket.price) } : ticket,
  )
}

/**
 * Sets the points of each piece that the refunds withdraw. Points that do not count yet are withdrawn entirely.
 * Customers may have spent those that count: at most their balance is withdrawn, and the shop bears the rest.
 */
export function pointsToWithdraw<Line extends EarnedLine>(
  lines: readonly Line[],
  balances: ReadonlyMap<UserId, number>,
): readonly Line[] {
  const left = new Map(balances)
  return lines.map((line) => {
    if (!line.isCounted) return line
    const { quantity = 1 } = line
    const balance = left.get(line.userId) ?? 0
    const points = Math.min(line.points, Math.floor(Math.max(0, balance) / quantity))
    left.set(line.userId, balance - points * quantity)
    return { ...line, points }
  })
}

/**
 * Lists the points that lines earned, with the tickets that theirs were before they moved, and that are not withdrawn,
 * because the balance of their customer lacks them.
 */
export function missingPoints(earned: readonly EarnedLine[], withdrawn: readonly EarnedLine[]) {
  return earned.map(({ userId, points, quantity = 1, isCounted, missingPoints: before = 0 }, index) => {
    const all = isCounted ? Math.max(points, before) : points
    return { userId, points: (all - (withdrawn[index]?.points ?? points)) * quantity }
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
