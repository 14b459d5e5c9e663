import type { InvoiceId, MerchandisePurchaseId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import { ticketText } from '#domain/invoices.ts'
import type { Cents } from '#domain/money.ts'
import { costOf, itemOfMerchandise, itemOfTicket, type OrderItem } from '#domain/orders.ts'
import type { PaymentType } from '#domain/payment-types.ts'
import { reservedUntil } from '#domain/reservations.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { PlaceOnSale, ShowOnSale } from './box-office.ts'
import type { Purchase } from './plan-sales.ts'

export type TicketRow = {
  id: TicketId
  show: ShowOnSale
  place: PlaceOnSale
  userId: UserId
  price: Cents
  reservedAt: Date
  reservedUntil: Date
  boughtAt: Date
  invoiceId: InvoiceId
  refundInvoiceId: InvoiceId | null
}

export type ItemRow = OrderItem & { ticketId: TicketId | null; productId: ProductId | null }

export type InvoiceRow = {
  id: InvoiceId
  userId: UserId
  issuedAt: Date
  deliveryAt: Date
  paymentType: PaymentType | null
  total: Cents
  cancels: InvoiceId | null
  items: ItemRow[]
  /** What the order asked for: tickets and cart lines. None on a refund. */
  order: { ticketIds: TicketId[]; lineIds: MerchandisePurchaseId[] } | null
}

export type PointsRow = {
  userId: UserId
  points: number
  countsFrom: Date
  createdAt: Date
  invoiceId: InvoiceId
  ticketId: TicketId | null
  reason: 'MERCHANDISE' | 'TICKET' | 'TICKET_REFUND' | 'REDEEMED'
}

export type Books = { invoices: InvoiceRow[]; tickets: TicketRow[]; points: PointsRow[] }

/** Fresh ids, each given once. */
export type Ids = { invoice: () => InvoiceId; ticket: () => TicketId; line: () => MerchandisePurchaseId }

const RESERVED_BEFORE_MS = 9 * 60_000

/** The books that these purchases leave: invoices in order of their dates, and every ticket and point on one of them. */
export function keepBooks(purchases: readonly Purchase[], ids: Ids): Books {
  const books: Books = { invoices: [], tickets: [], points: [] }
  const inOrder = purchases.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const purchase of inOrder) {
    const sale = bookSale(purchase, ids, books)
    if (purchase.refundedAt) bookRefunds(sale, purchase.refundedAt, { ids, books })
  }
  books.invoices.sort((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
  return books
}

type Sale = { invoice: InvoiceRow; tickets: TicketRow[] }

function bookSale(purchase: Purchase, ids: Ids, books: Books): Sale {
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
  books.invoices.push(invoice)
  books.tickets.push(...tickets)
  books.points.push(...items.flatMap((item) => pointsOf(item, invoice, tickets)))
  return { invoice, tickets }
}

/** One refund invoice for each ticket, as the shop writes them. */
function bookRefunds({ invoice, tickets }: Sale, at: Date, { ids, books }: { ids: Ids; books: Books }): void {
  for (const ticket of tickets) {
    const item = ticketItem(ticket)
    const refund = { ...invoice, id: ids.invoice(), issuedAt: at, deliveryAt: at, paymentType: null, total: item.price }
    books.invoices.push({ ...refund, cancels: invoice.id, items: [item], order: null })
    ticket.refundInvoiceId = refund.id
    books.points.push({
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

type Selling = { id: TicketId; show: ShowOnSale; place: PlaceOnSale; userId: UserId; at: Date; invoiceId: InvoiceId }

function ticketRow({ at, ...sold }: Selling): TicketRow {
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

/** Merchandise counts at once, a ticket when its show has started. */
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
