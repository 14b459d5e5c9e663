import * as z from 'zod/mini'
import { INVOICE_TYPES } from '#domain/accounting/invoices.ts'
import { ALL_PAYMENT_TYPES } from '#domain/payments/payment-types.ts'
import { endpoint } from './endpoint.ts'
import { amount, listOf, momentOut, nothing, paging } from './fields.ts'
import { invoiceId, invoiceIdText } from './ids.ts'

export const invoiceItem = z.object({
  name: z.string(),
  quantity: z.number(),
  /** Cents for one piece, VAT inclusive; 0 when bought with points. */
  price: amount,
  /** Percent. */
  VAT: z.number(),
  usePoints: z.boolean(),
  /** Per piece: its cost in points with `usePoints`, else the points it earns. */
  points: z.number(),
})
export type InvoiceItem = z.output<typeof invoiceItem>

export const seller = z.object({
  name: z.string(),
  address: z.string(),
  vatId: z.string(),
  email: z.string(),
  /** The IANA time zone that decides the dates of the invoice. */
  timeZone: z.string(),
})
export type Seller = z.output<typeof seller>

export const invoice = z.object({
  id: invoiceId,
  invoiceNumber: z.string(),
  invoiceType: z.enum(INVOICE_TYPES),
  invoiceDate: momentOut,
  deliveryDate: momentOut,
  paymentType: z.nullable(z.enum(ALL_PAYMENT_TYPES)),
  /**
   * How a provider took the money, such as "Visa ending 4242", also of a refund. A refund of a sale at the desk names
   * the box office. Null for other payments.
   */
  paidBy: z.nullable(z.string()),
  customer: z.object({ name: z.string(), lastName: z.string(), address: z.string() }),
  seller,
  /** Number of the invoice that this one cancels; null for a sale. */
  cancelsInvoiceNumber: z.nullable(z.string()),
  /** Cents, VAT inclusive. */
  total: amount,
  /**
   * Cents that go back for a refund, if less than its total: because too little was accepted, or the customer's bank
   * took a part before. Null else.
   */
  shortRefund: z.optional(z.nullable(amount)),
  /** Cents of a refund that the customer's bank took before, by a dispute. Null if none. */
  takenBack: z.optional(z.nullable(amount)),
  items: z.array(invoiceItem),
})
export type Invoice = z.input<typeof invoice>

/** One invoice, with what has become of its tickets. */
export const invoiceDetail = z.extend(invoice, {
  /** The bought tickets on it whose shows are not cancelled. */
  validTickets: z.optional(z.number()),
  /** Whether it has merchandise. */
  hasMerchandise: z.optional(z.boolean()),
  /** The cancelled shows of the tickets that it sells, or whose cancellation it refunds. */
  cancelledShows: z.optional(z.array(z.object({ name: z.string(), eventTitle: z.string(), reason: z.string() }))),
})
export type InvoiceDetail = z.input<typeof invoiceDetail>

export const listOwnInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  summary: 'List your invoices, newest first.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object(paging),
  body: nothing,
  reply: listOf(invoice),
  status: 200,
  problems: [],
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'Get one of your invoices.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: invoiceIdText }),
  query: nothing,
  body: nothing,
  reply: invoiceDetail,
  status: 200,
  problems: ['not_found'],
})
