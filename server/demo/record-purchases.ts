import type { InvoiceId, MerchandisePurchaseId, TicketId, UserId } from '#domain/ids.ts'
import { ticketText } from '#domain/accounting/invoices.ts'
import { costOf, itemOfMerchandise, itemOfTicket } from '#domain/orders.ts'
import { reservedUntil } from '#domain/tickets/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { Purchase } from './generate-purchases.ts'
import type { PlaceOnSale, ShowOnSale } from './on-sale.sql.ts'
import type { InvoiceRow, ItemRow, PointsRow, SalesRecords, TicketRow } from './sales-records.sql.ts'

/** Returns an unused id at each call. */
export type IdSources = { invoice: () => InvoiceId; ticket: () => TicketId; line: () => MerchandisePurchaseId }

const RESERVED_BEFORE_MS = 9 * 60_000

/** Derives invoices, tickets and points from purchases, as the shop would have written them. */
export function recordPurchases(purchases: readonly Purchase[], ids: IdSources): SalesRecords {
  const records: SalesRecords = { invoices: [], tickets: [], points: [] }
  const inOrder = purchases.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const purchase of inOrder) {
    const sale = recordSale(purchase, ids, records)
    if (purchase.refundedAt) recordRefunds(sale, purchase.refundedAt, { ids, records })
  }
  records.invoices.sort((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
  return records
}

type Sale = { invoice: InvoiceRow; tickets: TicketRow[] }

function recordSale(purchase: Purchase, ids: IdSources, records: SalesRecords): Sale {
  const { userId, at } = purchase
  const invoiceId = ids.invoice()
  const tickets = purchase.tickets.map(({ show, place }) =>
    ticketRow({ show, place, userId, at, invoiceId, id: ids.ticket() }),
  )
  const items = [...tickets.map(ticketItem), ...purchase.products.map(productItem)]
  const { total } = costOf(items)
  const lastStart = Math.max(at.getTime(), ...tickets.map(({ show }) => show.startsAt.getTime()))
  const invoice = {
    id: invoiceId,
    userId,
    issuedAt: at,
    deliveryAt: new Date(lastStart),
    paymentType: total > 0 ? purchase.paymentType : null,
    total,
    cancels: null,
    items,
    order: { ticketIds: tickets.map(({ id }) => id), lineIds: purchase.products.map(() => ids.line()) },
  }
  records.invoices.push(invoice)
  records.tickets.push(...tickets)
  records.points.push(...items.flatMap((item) => pointsOf(item, invoice, tickets)))
  return { invoice, tickets }
}

/** Adds one refund invoice per ticket, as the shop writes them. */
function recordRefunds(
  { invoice, tickets }: Sale,
  at: Date,
  { ids, records }: { ids: IdSources; records: SalesRecords },
): void {
  for (const ticket of tickets) {
    const item = ticketItem(ticket)
    const refund = { ...invoice, id: ids.invoice(), issuedAt: at, deliveryAt: at, paymentType: null, total: item.price }
    records.invoices.push({ ...refund, cancels: invoice.id, items: [item], order: null })
    ticket.refundInvoiceId = refund.id
    records.points.push({
      userId: ticket.userId,
      points: -item.points,
      countsFrom: ticket.show.startsAt,
      createdAt: at,
      invoiceId: refund.id,
      ticketId: ticket.id,
      reason: 'TICKET_REFUND',
    })
  }
}

type SoldTicket = { id: TicketId; show: ShowOnSale; place: PlaceOnSale; userId: UserId; at: Date; invoiceId: InvoiceId }

function ticketRow({ at, ...sold }: SoldTicket): TicketRow {
  const reservedAt = new Date(at.getTime() - RESERVED_BEFORE_MS)
  return {
    ...sold,
    price: sectorPrice(sold.show.price, sold.place.pricePercent),
    reservedAt,
    reservedUntil: reservedUntil({ startsAt: sold.show.startsAt, now: reservedAt }),
    boughtAt: at,
    refundInvoiceId: null,
  }
}

function ticketItem({ id, show, place, price }: TicketRow): ItemRow {
  return { ...itemOfTicket(ticketText({ ...show, ...place }), price, show.vatPercent), ticketId: id, productId: null }
}

function productItem({ product, quantity, usePoints }: Purchase['products'][number]): ItemRow {
  const line = { quantity, usePoints, product: { ...product, isOnSale: true, boughtBefore: 0 } }
  return { ...itemOfMerchandise(line, product.vatPercent), ticketId: null, productId: product.id }
}

/** Returns an item's ledger entry. Points of merchandise count at once, those of tickets from the start of the show. */
function pointsOf(item: ItemRow, { id, userId, issuedAt }: InvoiceRow, tickets: readonly TicketRow[]): PointsRow[] {
  if (item.points === 0) return []
  const ticket = tickets.find((candidate) => candidate.id === item.ticketId)
  const reason = ticket ? 'TICKET' : item.usePoints ? 'REDEEMED' : 'MERCHANDISE'
  return [
    {
      userId,
      points: item.points * item.quantity * (item.usePoints ? -1 : 1),
      countsFrom: ticket?.show.startsAt ?? issuedAt,
      createdAt: issuedAt,
      invoiceId: id,
      ticketId: item.ticketId,
      reason,
    },
  ]
}
