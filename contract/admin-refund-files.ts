import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, momentOut, nothing, singleLineText } from './fields.ts'
import { paymentId, refundFileId, refundFileIdText, refundId } from './ids.ts'

/** The media type of payment files. */
export const XML = 'application/xml'

const refundFile = z.object({
  id: refundFileId,
  madeAt: momentOut,
  /** The email address of the administrator. */
  madeBy: z.string(),
  /** The refunds in it that are not paid yet, and their sum. */
  open: z.number(),
  openAmount: amount,
})

const refundFiles = z.object({
  /** The owed refunds that the next file would pay. */
  payable: z.object({ count: z.number(), amount }),
  /** Owed refunds of transfers whose account is not known, or not the only one. */
  withoutAccount: z.array(z.object({ id: refundId, paymentId, amount, recipient: z.string() })),
  /** The files with refunds that are not paid yet, newest first. */
  files: z.array(refundFile),
})
export type RefundFiles = z.input<typeof refundFiles>

const admin = { access: 'admin', needsVerifiedEmail: false, query: nothing, status: 200 } as const
const reason = singleLineText()

export const listRefundFiles = endpoint({
  ...admin,
  method: 'GET',
  path: '/admin/refund-files',
  summary: 'List owed refunds of bank transfers, and the files by which they are paid.',
  params: nothing,
  body: nothing,
  reply: refundFiles,
  problems: [],
})

export const makeRefundFile = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/refund-files',
  summary:
    'Make a file that pays the owed refunds of bank transfers whose account is known. Each is in one file at most.',
  params: nothing,
  body: nothing,
  reply: refundFiles,
  problems: ['nothing_owed'],
})

export const downloadRefundFile = endpoint({
  ...admin,
  method: 'GET',
  path: '/admin/refund-files/:id',
  summary: 'Download a file of transfers for the bank (SEPA credit transfer initiation, pain.001.001.09).',
  params: z.object({ id: refundFileIdText }),
  body: nothing,
  reply: z.string(),
  problems: ['not_found'],
})

export const payRefundFile = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/refund-files/:id/paid',
  summary: 'Note that the bank has paid all that is open in a file. The reason names the account statement.',
  params: z.object({ id: refundFileIdText }),
  body: z.object({ reason }),
  reply: refundFiles,
  problems: ['not_found', 'nothing_owed'],
})

export const withdrawRefundFile = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/refund-files/:id/withdraw',
  summary: 'Withdraw a file that the bank has not been given or has refused. The next file pays what is open in it.',
  params: z.object({ id: refundFileIdText }),
  body: z.object({ reason }),
  reply: refundFiles,
  problems: ['not_found', 'nothing_owed'],
})
