import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, listOf, momentOut, nothing, optionalText, paging, singleLineText } from './fields.ts'
import { invoiceId, paymentId, paymentIdText } from './ids.ts'

/** An order that a customer wants to pay at the box office. */
const deskPayment = z.object({
  id: paymentId,
  /** The number that the customer was told. */
  number: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  total: amount,
  points: z.number(),
  startedAt: momentOut,
  payUntil: momentOut,
  items: z.array(z.object({ name: z.string(), quantity: z.number(), price: amount })),
})
export type DeskPayment = z.input<typeof deskPayment>

export const listDeskPayments = endpoint({
  method: 'GET',
  path: '/admin/desk-payments',
  summary: 'List the orders that wait to be paid at the box office, the first to run out first.',
  access: 'staff',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    /** Finds the number that the customer was told, names and email addresses. */
    text: z.optional(optionalText()),
  }),
  body: nothing,
  reply: listOf(deskPayment),
  status: 200,
  problems: [],
})

export const settleDeskPayment = endpoint({
  method: 'POST',
  path: '/admin/desk-payments/:id/settle',
  summary:
    'Book an order as paid at the box office, with the number of the receipt of its cash register. Answers the invoice.',
  access: 'staff',
  needsVerifiedEmail: true,
  params: z.object({ id: paymentIdText }),
  query: nothing,
  body: z.object({
    /** The number on the receipt of the box office's own cash register. */
    receipt: singleLineText(40),
  }),
  reply: z.object({ invoiceId }),
  status: 200,
  problems: ['not_found', 'payment_ended'],
})
