import * as z from 'zod/mini'
import { DISPUTE_STATES, PAYMENT_NEEDS, PAYMENT_STATES, REFUND_STATES } from '#domain/payments/payments.ts'
import { endpoint } from './endpoint.ts'
import { amount, flagText, listOf, momentOut, nothing, optionalText, paging, singleLineText } from './fields.ts'
import { invoiceId, paymentId, paymentIdText, refundFileId, refundId, refundIdText, userId } from './ids.ts'

/** A payment in the list of the desk. */
const listedPayment = z.object({
  id: paymentId,
  provider: z.string(),
  state: z.enum(PAYMENT_STATES),
  total: amount,
  userId,
  firstName: z.string(),
  lastName: z.string(),
  startedAt: momentOut,
  payUntil: momentOut,
  takenAt: z.nullable(momentOut),
  invoiceId: z.nullable(invoiceId),
  invoiceNumber: z.nullable(z.string()),
  /** Why an administrator should look at it. */
  needs: z.array(z.enum(PAYMENT_NEEDS)),
})

/** A payment with all that happened to it. */
const adminPayment = z.extend(listedPayment, {
  /** The provider's reference. Null until it is known. */
  ref: z.nullable(z.string()),
  paidBy: z.nullable(z.string()),
  /** The money that was taken, if it is not the total. Null else. */
  taken: z.nullable(amount),
  /** Why the provider gave no clear answer at the last look. Null after a clear one. */
  doubt: z.nullable(z.string()),
  steps: z.array(
    z.object({
      at: momentOut,
      from: z.nullable(z.enum(PAYMENT_STATES)),
      to: z.enum(PAYMENT_STATES),
      cause: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      id: refundId,
      amount,
      reason: z.enum(['TICKET', 'LATE', 'DOUBLE', 'MISMATCH']),
      state: z.enum(REFUND_STATES),
      /** The payment file that it is in. Null without one. */
      fileId: z.nullable(refundFileId),
      ref: z.nullable(z.string()),
      failure: z.nullable(z.string()),
      createdAt: momentOut,
    }),
  ),
  disputes: z.array(
    z.object({
      ref: z.string(),
      amount,
      /** The most that its end may choose: its amount, and what other disputes took and no item explains. Else 0. */
      left: amount,
      state: z.enum(DISPUTE_STATES),
      openedAt: momentOut,
      /** When an administrator ended the lost dispute. Null before. */
      endedAt: z.nullable(momentOut),
      /** The CANCEL invoice of the items that were lost. Null without any. */
      cancelInvoiceId: z.nullable(invoiceId),
      cancelInvoiceNumber: z.nullable(z.string()),
    }),
  ),
  /** The lines of its invoice that cost money and are not cancelled. */
  items: z.array(z.object({ id: z.number(), name: z.string(), quantity: z.number(), price: amount })),
})
export type AdminPayment = z.input<typeof adminPayment>

const admin = { access: 'admin', needsVerifiedEmail: false, query: nothing, reply: adminPayment, status: 200 } as const
const reason = singleLineText()

export const listAdminPayments = endpoint({
  ...admin,
  method: 'GET',
  path: '/admin/payments',
  summary: 'List payments by a provider, newest first; those that need somebody, or all.',
  params: nothing,
  query: z.object({
    ...paging,
    /** Finds customers, invoice numbers and references of the provider. */
    text: z.optional(optionalText()),
    /** Only payments that need somebody. */
    needsSomebody: z.optional(flagText),
  }),
  body: nothing,
  reply: listOf(listedPayment),
  problems: [],
})

export const getAdminPayment = endpoint({
  ...admin,
  method: 'GET',
  path: '/admin/payments/:id',
  summary: 'Get a payment with its steps, refunds and disputes.',
  params: z.object({ id: paymentIdText }),
  body: nothing,
  problems: ['not_found'],
})

export const lookAtAnyPayment = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/payments/:id/look',
  summary: 'Ask the provider about a payment now.',
  params: z.object({ id: paymentIdText }),
  body: nothing,
  problems: ['not_found', 'payment_unavailable'],
})

export const releasePayment = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/payments/:id/release',
  summary: [
    'Give up a payment though its provider does not confirm that nobody can pay it, and release its places. Money that',
    'comes later buys the same places if they are still free, else it goes back.',
  ].join(' '),
  params: z.object({ id: paymentIdText }),
  body: z.object({ reason }),
  problems: ['not_found', 'payment_ended'],
})

export const settlePayment = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/payments/:id/settle',
  summary: [
    'Book a payment as taken that its provider does not report, such as after a look at the account. It is closed at the',
    'provider before; if the provider has taken its money meanwhile, that is booked instead.',
  ].join(' '),
  params: z.object({ id: paymentIdText }),
  body: z.object({ reason }),
  problems: ['not_found', 'payment_ended', 'payment_unopened', 'payment_payable'],
})

export const retryRefund = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/refunds/:id/retry',
  summary: 'Send a failed refund again.',
  params: z.object({ id: refundIdText }),
  body: z.object({ reason }),
  problems: ['not_found', 'payment_disputed', 'refund_not_failed'],
})

export const payRefundByHand = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/refunds/:id/by-hand',
  summary: 'Note that a failed or owed refund was paid outside the provider. The reason names the transfer.',
  params: z.object({ id: refundIdText }),
  body: z.object({ reason }),
  problems: ['not_found', 'payment_disputed', 'refund_exported', 'refund_not_failed'],
})

export const endLostDispute = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/payments/:id/lost-dispute',
  summary: [
    'End a lost dispute: cancel items of the payment without a refund, because the bank has taken the money, and settle',
    'refunds that wait. Together they may cost at most what the bank took. Items that are left can be refunded again.',
  ].join(' '),
  params: z.object({ id: paymentIdText }),
  body: z.object({
    /** The provider's reference of the dispute. */
    ref: singleLineText(),
    reason,
    /** Ids of the payment's items that are cancelled. */
    itemIds: z.array(z.number()),
    /** Refunds that are due or failed, and that the bank has paid by the dispute. */
    refundIds: z.array(refundId),
  }),
  problems: ['not_found', 'dispute_not_lost', 'dispute_smaller', 'changed_meanwhile', 'refund_under_way'],
})
