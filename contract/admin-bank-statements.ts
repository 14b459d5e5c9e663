import * as z from 'zod/mini'
import { MOVEMENT_FINDINGS, MOVEMENT_STATES } from '#domain/payments/payments.ts'
import { endpoint } from './endpoint.ts'
import { flagText, listOf, nothing, optionalText, paging, singleLineText } from './fields.ts'
import { bankMovementId, bankMovementIdText, paymentId } from './ids.ts'

/** Limits the size of an account statement. */
export const MAX_STATEMENT_BYTES = 2_000_000

const movementFacts = {
  /** The day of the booking, such as `2026-11-23`. */
  bookedOn: z.string(),
  /** Cents; negative if money that had come was taken back, or for the transfer of a refund. */
  amount: z.number(),
  payerName: z.string(),
  payerIban: z.nullable(z.string()),
  purpose: z.string(),
  /** The creditor reference found in the purpose. */
  reference: z.nullable(z.string()),
  /** The payment that the reference names, or to which it was assigned. */
  paymentId: z.nullable(paymentId),
  finding: z.enum(MOVEMENT_FINDINGS),
}

const checkedStatement = z.object({
  format: z.enum(['CAMT', 'CSV']),
  /**
   * How many movements are left out: other money that went out, other currencies, money that is not booked yet, no
   * money and too much to store.
   */
  skipped: z.number(),
  /** How many transfers by which refunds left the account the booking will store. */
  refunds: z.number(),
  /**
   * `isKnown`: another upload has it already, or one that is equal. `otherKey`: names it as another movement; null if
   * it is new, or if the reference of the bank proves that it is the same.
   */
  movements: z.array(z.object({ ...movementFacts, isKnown: z.boolean(), otherKey: z.nullable(z.string()) })),
})
export type CheckedStatement = z.input<typeof checkedStatement>

/**
 * Counts the movements of a statement: booked, left to an administrator, stored before, and left out, and the refunds
 * that it shows as paid back.
 */
const bookedStatement = z.object({
  ...{ booked: z.number(), open: z.number(), known: z.number(), skipped: z.number() },
  paidBack: z.number(),
})
export type BookedStatement = z.input<typeof bookedStatement>

const bankMovement = z.object({
  ...movementFacts,
  id: bankMovementId,
  state: z.enum(MOVEMENT_STATES),
  /** Cents that an administrator has yet to assign, pay back or ignore. */
  openAmount: z.number(),
  /** The reference of the transfer back, or why it was ignored or assigned. */
  note: z.nullable(z.string()),
})
export type BankMovement = z.input<typeof bankMovement>

/** `openAmount`: the open money that the administrator saw. Another administrator may have changed it. */
const ending = { openAmount: z.number(), reason: singleLineText() }

const admin = { access: 'admin', needsVerifiedEmail: false, status: 200 } as const
const byId = { ...admin, params: z.object({ id: bankMovementIdText }), query: nothing, reply: bankMovement } as const

export const checkBankStatement = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/bank-statements/checks',
  summary: 'Read an account statement (CAMT.053 or CSV), the multipart field named file, and store nothing.',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: checkedStatement,
  problems: ['statement_refused', 'unsupported_media_type'],
})

/** Keys of movements, separated by commas. */
const otherKeys = z
  .string()
  .check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,49}$/, 'Please choose at most 50 movements at once'))

export const bookBankStatement = endpoint({
  ...admin,
  method: 'POST',
  path: '/admin/bank-statements',
  summary: [
    'Book an account statement, the multipart field named file: movements that pay an open transfer exactly. The others',
    'are listed. A movement that another upload has is skipped, unless its key is among the others.',
  ].join(' '),
  params: nothing,
  query: z.object({ fileName: singleLineText(), others: z.optional(otherKeys) }),
  body: nothing,
  reply: bookedStatement,
  problems: ['statement_refused', 'unsupported_media_type'],
})

export const listBankMovements = endpoint({
  ...admin,
  method: 'GET',
  path: '/admin/bank-movements',
  summary: 'List the movements of booked account statements, newest first; those that need somebody, or all.',
  params: nothing,
  query: z.object({
    ...paging,
    /** Finds payers, their IBAN and purposes. */
    text: z.optional(optionalText()),
    /** Only movements with open money. */
    needsSomebody: z.optional(flagText),
  }),
  body: nothing,
  reply: listOf(bankMovement),
  problems: [],
})

export const assignBankMovement = endpoint({
  ...byId,
  method: 'POST',
  path: '/admin/bank-movements/:id/assign',
  summary: [
    'Accept a movement as the money of a transfer: too little pays all of it, a surplus stays open. Of money that the',
    'bank took back: as missing from a transfer, so that refunds pay back no more than is left.',
  ].join(' '),
  body: z.object({ ...ending, paymentId }),
  problems: ['not_found', 'movement_done', 'payment_ended', 'payment_unopened', 'refund_came_back'],
})

export const payBackBankMovement = endpoint({
  ...byId,
  method: 'POST',
  path: '/admin/bank-movements/:id/pay-back',
  summary: 'Note that the open money of a movement was paid back. The reason names the transfer.',
  body: z.object(ending),
  problems: ['not_found', 'movement_done'],
})

export const ignoreBankMovement = endpoint({
  ...byId,
  method: 'POST',
  path: '/admin/bank-movements/:id/ignore',
  summary: 'Ignore the open money of a movement, with a reason.',
  body: z.object(ending),
  problems: ['not_found', 'movement_done'],
})
