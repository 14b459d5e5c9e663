import type { InvoiceId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import { costOf, latestStart, type OrderItem } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { Tx } from '#server/db/connection.ts'
import { type Cause, currentCause } from '#server/db/job-payload.ts'
import type { Settings } from '#server/settings/env.ts'
import { insertInvoices } from '#server/features/invoices/invoices.sql.ts'
import { enqueueInvoiceMails } from '#server/features/mail/mail.sql.ts'
import { insertPointsEntries, type PointsEntry } from '#server/features/points/points.sql.ts'
import { updateTicketsBought } from '#server/features/tickets/tickets-on-order.sql.ts'
import { countSales, insertOrders } from './orders.sql.ts'

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

type Shop = Pick<Settings, 'seller'>

/** Writes a paid order, like `writeOrders`, and waits until it is written. */
export async function writeOrder(tx: Tx, shop: Shop, order: PaidOrder): Promise<InvoiceId> {
  const { invoiceIds, written } = await writeOrders(tx, shop, [{ ...order, cause: currentCause() }])
  await written
  const [id] = invoiceIds
  if (id === undefined) throw new Error('The order was not written.')
  return id
}

/**
 * Writes paid orders of different customers: invoices, sold tickets, counted sales, points and mails. The tickets and
 * the products are locked, and the stock is taken already. Returns the invoices in the same order, before the rest is
 * `written`.
 */
export async function writeOrders(
  tx: Tx,
  { seller }: Shop,
  orders: readonly (PaidOrder & { cause: Cause })[],
): Promise<{ invoiceIds: InvoiceId[]; written: Promise<unknown> }> {
  if (orders.length === 0) return { invoiceIds: [], written: Promise.resolve() }
  const invoiceIds = await insertInvoices(
    tx,
    orders.map(({ userId, customer, paymentType, paidBy, tickets, lines }) => {
      const items = [...tickets, ...lines].map(({ item }) => item)
      const deliveryAt = latestStart(tickets)
      const { total } = costOf(items)
      return { type: 'NORMAL', userId, customer, seller, total, paymentType, paidBy, deliveryAt, items }
    }),
  )
  const invoiced = orders.map((order, at) => ({ ...order, invoiceId: invoiceIds[at] as InvoiceId }))
  const written = Promise.all([
    insertOrders(
      tx,
      invoiced.map(({ tickets, lines, ...order }) => ({
        ...order,
        total: costOf([...tickets, ...lines].map(({ item }) => item)).total,
      })),
    ),
    updateTicketsBought(
      tx,
      invoiced.flatMap(({ tickets, invoiceId }) => tickets.map(({ item }) => ({ ticketId: item.ticketId, invoiceId }))),
    ),
    countSales(
      tx,
      invoiced.flatMap(({ userId, lines }) => lines.map(({ item }) => ({ ...item, userId }))),
    ),
    insertPointsEntries(tx, invoiced.flatMap(entriesOf)),
    enqueueInvoiceMails(
      tx,
      invoiced.map(({ userId: to, tickets, invoiceId, cause }) => {
        return { template: 'order-confirmation', to, hasTickets: tickets.length > 0, invoiceId, ...cause }
      }),
    ),
  ])
  return { invoiceIds, written }
}

/**
 * Builds the points entries. Those of tickets count after the show starts, because a ticket is refundable until then.
 */
function entriesOf({ userId, invoiceId, tickets, lines }: PaidOrder & { invoiceId: InvoiceId }): PointsEntry[] {
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
