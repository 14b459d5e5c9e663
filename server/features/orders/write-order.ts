import type { InvoiceId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import { costOf, type OrderItem } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payment-types.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Settings } from '#server/env.ts'
import { insertInvoice } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMail } from '#server/features/mail/mail.sql.ts'
import { insertPointsEntries, type PointsEntry } from '#server/features/points/points.sql.ts'
import { updateTicketsBought } from '#server/features/tickets/tickets.sql.ts'
import { countSales, insertOrder } from './orders.sql.ts'

type SoldTicket = { startsAt: Date; item: OrderItem & { ticketId: TicketId } }
type SoldLine = { item: OrderItem & { productId: ProductId } }

export type PaidOrder = {
  userId: UserId
  customer: { firstName: string; lastName: string; address: string }
  /** Null for an order that costs no money. */
  paymentType: PaymentType | null
  /** How a provider took the money. Null for a simulated payment. */
  paidBy: string | null
  itemsFingerprint: string
  tickets: readonly SoldTicket[]
  lines: readonly SoldLine[]
}

/**
 * Writes a paid order: invoice, sold tickets, counted sales, points and mail. The tickets and the products are locked,
 * and the stock is taken already.
 */
export async function writeOrder(tx: Tx, { seller }: Pick<Settings, 'seller'>, order: PaidOrder): Promise<InvoiceId> {
  const { userId, customer, paymentType, paidBy, itemsFingerprint, tickets, lines } = order
  const items = [...tickets, ...lines].map(({ item }) => item)
  const { total } = costOf(items)
  const deliveryAt = latestOf(tickets.map(({ startsAt }) => startsAt))
  const invoiceId = await insertInvoice(tx, {
    ...{ type: 'NORMAL', userId, customer, seller, total, paymentType, paidBy, deliveryAt },
    items,
  })
  const soldTickets = tickets.map(({ item }) => item.ticketId)
  const sales = lines.map(({ item }) => item)
  await Promise.all([
    insertOrder(tx, { userId, invoiceId, total, paymentType, itemsFingerprint }),
    updateTicketsBought(tx, soldTickets, invoiceId),
    countSales(tx, userId, sales),
    insertPointsEntries(tx, entriesOf(order, invoiceId)),
    enqueueInvoiceMail(tx, {
      template: 'order-confirmation',
      to: userId,
      hasTickets: tickets.length > 0,
      invoiceId,
    }),
  ])
  return invoiceId
}

/**
 * Builds the points entries. Those of tickets count after the show starts, because a ticket is refundable until then.
 */
function entriesOf({ userId, tickets, lines }: PaidOrder, invoiceId: InvoiceId): PointsEntry[] {
  return [
    ...tickets.map(({ item, startsAt }) => ({
      userId,
      invoiceId,
      points: item.points,
      reason: 'TICKET' as const,
      ticketId: item.ticketId,
      countsFrom: startsAt,
    })),
    ...lines.map(({ item }) => ({
      userId,
      invoiceId,
      points: item.points * item.quantity * (item.usePoints ? -1 : 1),
      reason: item.usePoints ? ('REDEEMED' as const) : ('MERCHANDISE' as const),
    })),
  ]
}

function latestOf(moments: readonly Date[]): Date | undefined {
  return moments.toSorted((one, other) => other.getTime() - one.getTime())[0]
}
