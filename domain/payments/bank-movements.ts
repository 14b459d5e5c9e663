import type { RefundTransfer } from './credit-transfer-file.ts'
import type { InvoiceId, PaymentId } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { MovementFinding, PaymentState } from './payments.ts'

/** A movement of a bank account as a statement tells it. */
export type StatementMovement = {
  /** `2026-11-23` */
  bookedOn: string
  /** Cents; negative if money that had come was taken back, or for a transfer of the shop. */
  amount: number
  payerName: string
  payerIban: string | null
  /** The remittance information, with the creditor reference. */
  purpose: string
  /** The bank's own reference. Null if the file has none. */
  bankRef: string | null
  /** Whether it undoes an earlier movement, such as a transfer that came back. */
  isReversal: boolean
  /** The transfer of the shop that it names, which came back if there was one. Null for other movements. */
  returned: RefundTransfer | null
}

/** A transfer of the shop as a statement tells it. */
export type SentTransfer = {
  /** The end-to-end id. */
  reference: string
  amount: Cents
  bookedOn: string
  recipient: string
  /** The bank's own reference. Null if the file has none. */
  bankRef: string | null
}

/** The money that came in by an account statement, and the transfers of the shop. */
export type Statement = {
  format: 'CAMT' | 'CSV'
  /** The IBAN of the account. Null if the file does not tell. */
  account: string | null
  movements: readonly StatementMovement[]
  /** The refunds that went out, by their reference (end-to-end id). A CSV names none. */
  sent: readonly SentTransfer[]
  /**
   * How many movements are left out: other money that went out, other currencies, money that is not booked yet, no
   * money and too much to store.
   */
  skipped: number
}

/**
 * The money of a payment and the sale that it paid. `taken`: null for all of it. `returned`: the sum of its refunds, in
 * cents. `hasNoCredit`: whether no movement of the account is known as its money; if taken, it was settled by hand.
 */
type Received = {
  amount: Cents
  state: PaymentState
  taken: Cents | null
  invoiceId: InvoiceId | null
  returned: number
  hasNoCredit: boolean
}

/**
 * Returns what a payment still lacks of which too little came, in cents: of the price of its order, or of what went
 * back without one. 0 for others, and for one settled by hand: its money is counted, even if the bank took it back.
 */
export function missingOf({ state, invoiceId, amount, taken, returned, hasNoCredit }: Received): number {
  if (state !== 'TAKEN' || taken === null || hasNoCredit) return 0
  return invoiceId === null ? Math.max(0, returned - taken) : amount - taken
}

/** Tells what a movement means for the payment that its reference names, which may have been settled by hand. */
export function findingOf({ amount, isReversal }: StatementMovement, payment: Received | undefined): MovementFinding {
  if (amount < 0 || isReversal) return 'REVERSED'
  if (!payment) return 'UNKNOWN'
  if (payment.state === 'TAKEN' && !payment.hasNoCredit) return amount <= missingOf(payment) ? 'AMOUNT' : 'DOUBLE'
  return payment.amount === amount ? 'EXACT' : 'AMOUNT'
}

type FoundMovement = { amount: number; finding: MovementFinding; paymentId: PaymentId | null }

/** Tells whether a movement can be money of a payment, or missing from it: money that came, or that was taken back. */
export function isAssignable({ amount, finding }: Pick<FoundMovement, 'amount' | 'finding'>): boolean {
  return finding === 'REVERSED' || (amount > 0 && finding !== 'CAME_BACK')
}

/**
 * Tells what a movement means once it is money of a payment. The rest of money in the name of another payment, or of
 * one that was paid, names none any more.
 */
export function findingOfAssigned({ finding, paymentId }: FoundMovement, assignedTo: PaymentId): MovementFinding {
  return paymentId === assignedTo && (finding === 'EXACT' || finding === 'AMOUNT') ? finding : 'UNKNOWN'
}

/** Reads an amount such as `1.234,56`, `1,234.56`, `-12,00 €` or `45`, in cents. Undefined for anything else. */
export function centsIn(text: string): number | undefined {
  const digits = text.replaceAll(/[\s€'\u2212]|EUR/gi, (sign) => (sign === '\u2212' ? '-' : ''))
  const [, sign, whole = '', fraction = ''] =
    /^([+-]?)([1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)|\d+)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (sign === undefined) return undefined
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Reads an amount of an XML file, such as `91`, `91.5` or `91.00000`, in cents. Undefined for anything else. */
export function decimalCentsIn(text: string): number | undefined {
  const [, whole, fraction = ''] = /^\+?(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Reads a day such as `23.11.2026`, `23.11.26`, `23/11/2026` or `2026-11-23`. Undefined for anything else. */
export function dayIn(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d\d)$/.exec(text) ?? []
  const parts = isoYear ? [isoYear, isoMonth, isoDay] : [year?.padStart(4, '20'), month, day]
  const [y = '', m = '', d = ''] = parts.map((part) => (part ?? '').padStart(2, '0'))
  const named = `${y}-${m}-${d}`
  const moment = new Date(`${named}T00:00:00Z`)
  // JavaScript reads 30 February as 2 March, and knows a year 0.
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(named) && Number(y) > 0
  return isDay ? named : undefined
}
