import { addMovement, type BalanceTransaction } from './balance.ts'
import { type Amount, centsOf, inEuro, moment, newId, now } from './notation.ts'
import { MollieProblem } from './problems.ts'

export type RefundStatus = 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled'

export type Refund = {
  resource: 'refund'
  id: string
  paymentId: string
  amount: Amount
  status: RefundStatus
  createdAt: string
  metadata: unknown
}

export type Chargeback = {
  resource: 'chargeback'
  id: string
  paymentId: string
  amount: Amount
  createdAt: string
  reversedAt: string | null
}

export type Payment = {
  resource: 'payment'
  id: string
  mode: 'test'
  status: 'open' | 'pending' | 'paid' | 'canceled' | 'expired' | 'failed'
  isCancelable: boolean
  amount: Amount
  description: string
  redirectUrl: string
  webhookUrl?: string | undefined
  method: string | null
  /** The methods among which the customer chooses. */
  offered: readonly string[]
  details: { cardLabel: string; cardNumber: string } | null
  metadata: unknown
  createdAt: string
  expiresAt: string
  refunds: Refund[]
  chargebacks: Chargeback[]
}

/** The objects that the stand-in keeps. */
export type Books = {
  /** The address of the hosted pages, without a slash at the end. */
  origin: string
  /** Moves the stand-in's clock ahead of the machine's. */
  clockAheadMs: number
  /** The state in which new refunds begin. */
  newRefunds: RefundStatus
  /** Whether new payments can be cancelled, which depends on the method at Mollie. */
  newAreCancelable: boolean
  payments: Map<string, Payment>
  /** The movements of the organization's balance, oldest first. */
  balance: BalanceTransaction[]
  /** Called with each payment that changed so that its webhook is called. */
  onChange: (payment: Payment) => void
}

export const emptyBooks = (): Books => ({
  origin: '',
  clockAheadMs: 0,
  newRefunds: 'refunded',
  newAreCancelable: true,
  payments: new Map(),
  balance: [],
  onChange: () => {},
})

const sum = (items: readonly { amount: Amount }[]) => items.reduce((total, { amount }) => total + centsOf(amount), 0)

/** Payments by card expire after a quarter of an hour. */
const LIFE_MS = 15 * 60_000
const DUPLICATE_MS = 60 * 60_000

export type NewPayment = Pick<Payment, 'amount' | 'description' | 'redirectUrl' | 'webhookUrl' | 'metadata'> & {
  method: readonly string[]
}

export function addPayment(books: Books, { method, ...given }: NewPayment): Payment {
  const payment: Payment = {
    ...{ resource: 'payment', id: newId('tr'), mode: 'test', status: 'open', ...given },
    ...{ isCancelable: books.newAreCancelable, method: null, offered: method, details: null },
    ...{ createdAt: moment(books), expiresAt: new Date(now(books) + LIFE_MS).toISOString() },
    ...{ refunds: [], chargebacks: [] },
  }
  books.payments.set(payment.id, payment)
  return payment
}

/** Finds a payment by its id or by the shop's key, expired by now or not. Throws Mollie's 404. */
export function findPayment(books: Books, name: string): Payment {
  const found = books.payments.get(name) ?? [...books.payments.values()].find((payment) => keyOf(payment) === name)
  if (!found) throw new MollieProblem(404, `No payment exists with token ${name}.`)
  if (found.status === 'open' && Date.parse(found.expiresAt) <= now(books)) end(books, found, 'expired')
  return found
}

/** Returns the shop's key in the metadata. */
export function keyOf({ metadata }: { metadata: unknown }, name: 'payment' | 'refund' = 'payment'): string | undefined {
  const value = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined
  return typeof value === 'string' ? value : undefined
}

export function expireDue(books: Books): void {
  for (const { id } of books.payments.values()) findPayment(books, id)
}

function end(books: Books, payment: Payment, status: Payment['status']): void {
  payment.status = status
  payment.isCancelable = false
  books.onChange(payment)
}

type PaidWith = { method?: string | undefined; cardLabel?: string | undefined; cardNumber?: string | undefined }

/** Takes the money of a payment that is open or pending. Returns whether it was. */
export function pay(books: Books, name: string, { method, cardLabel, cardNumber }: PaidWith = {}): boolean {
  const payment = findPayment(books, name)
  if (payment.status !== 'open' && payment.status !== 'pending') return false
  payment.method = method ?? payment.offered[0] ?? 'creditcard'
  const isCard = payment.method === 'creditcard'
  payment.details = isCard ? { cardLabel: cardLabel ?? 'Visa', cardNumber: cardNumber ?? '4242' } : null
  addMovement(books, { type: 'payment', amount: centsOf(payment.amount), context: { paymentId: payment.id } })
  end(books, payment, 'paid')
  return true
}

/** Ends an open or pending payment without money, or lets the bank work on an open one. Returns whether it was. */
export function leave(books: Books, name: string, status: 'pending' | 'failed' | 'canceled' | 'expired'): boolean {
  const payment = findPayment(books, name)
  if (payment.status !== 'open' && payment.status !== 'pending') return false
  end(books, payment, status)
  return true
}

/** Cancels a payment for the shop. Throws Mollie's refusal of one that cannot be cancelled. */
export function cancel(books: Books, id: string): Payment {
  const payment = findPayment(books, id)
  if (!payment.isCancelable) throw new MollieProblem(422, "The payment can't be canceled in its current state.")
  end(books, payment, 'canceled')
  return payment
}

const isSent = ({ status }: Refund) => status !== 'failed' && status !== 'canceled'

/**
 * Refunds a payment. Refuses a second refund of the same amount within an hour, as Mollie does, and more than was paid.
 */
export function addRefund(books: Books, name: string, { amount, metadata }: { amount: number; metadata?: unknown }) {
  const payment = findPayment(books, name)
  if (payment.status !== 'paid') throw new MollieProblem(422, 'The payment is not paid.')
  const sent = payment.refunds.filter(isSent)
  const recent = now(books) - DUPLICATE_MS
  if (sent.some((refund) => centsOf(refund.amount) === amount && Date.parse(refund.createdAt) > recent)) {
    throw new MollieProblem(409, 'A duplicate refund has been detected')
  }
  if (amount > centsOf(payment.amount) - sum(sent)) {
    throw new MollieProblem(422, 'The specified amount cannot be refunded', 'amount')
  }
  const refund: Refund = {
    ...{ resource: 'refund', id: newId('re'), paymentId: payment.id, amount: inEuro(amount) },
    ...{ status: books.newRefunds, createdAt: moment(books), metadata: metadata ?? null },
  }
  payment.refunds.push(refund)
  if (isMoved(refund.status)) addMovement(books, movementOf(refund))
  if (refund.status !== 'queued' && refund.status !== 'pending') books.onChange(payment)
  return refund
}

/** Tells whether a refund has left the balance. A queued one waits for enough money. */
const isMoved = (status: RefundStatus) => !['queued', 'failed', 'canceled'].includes(status)
const movementOf = ({ id: refundId, paymentId, amount }: Refund) => ({
  ...{ type: 'refund' as const, amount: -centsOf(amount), context: { paymentId, refundId } },
})

export function endRefund(books: Books, id: string, status: RefundStatus): void {
  const payment = [...books.payments.values()].find(({ refunds }) => refunds.some((refund) => refund.id === id))
  const refund = payment?.refunds.find((known) => known.id === id)
  if (!payment || !refund) throw new MollieProblem(404, `No refund exists with token ${id}.`)
  const wasMoved = isMoved(refund.status)
  refund.status = status
  const amount = centsOf(refund.amount)
  if (isMoved(status) && !wasMoved) addMovement(books, movementOf(refund))
  if (!isMoved(status) && wasMoved) addMovement(books, { ...movementOf(refund), type: 'returned-refund', amount })
  books.onChange(payment)
}

/** Takes money back for the customer's bank. */
export function chargeBack(books: Books, name: string, amount: number | undefined): Chargeback {
  const payment = findPayment(books, name)
  const chargeback: Chargeback = {
    ...{ resource: 'chargeback', id: newId('chb'), paymentId: payment.id, reversedAt: null },
    ...{ amount: amount === undefined ? payment.amount : inEuro(amount), createdAt: moment(books) },
  }
  payment.chargebacks.push(chargeback)
  addMovement(books, { type: 'chargeback', amount: -centsOf(chargeback.amount), context: contextOf(chargeback) })
  books.onChange(payment)
  return chargeback
}

const contextOf = ({ id: chargebackId, paymentId }: Chargeback) => ({ paymentId, chargebackId })

/** Reverses a chargeback of a payment, or all of them without an id. */
export function reverse(books: Books, name: string, id: string | undefined): void {
  const payment = findPayment(books, name)
  const open = payment.chargebacks.filter(({ reversedAt }) => reversedAt === null)
  for (const chargeback of open.filter((one) => id === undefined || one.id === id)) {
    chargeback.reversedAt = moment(books)
    const amount = centsOf(chargeback.amount)
    addMovement(books, { type: 'chargeback-reversal', amount, context: contextOf(chargeback) })
  }
  books.onChange(payment)
}

/** A payment as the stand-in's books have it. Amounts in cents. */
export type LedgerPayment = {
  ref: string
  /** The shop's key of the payment. */
  payment: string | undefined
  returnUrl: string
  webhookUrl: string | undefined
  status: string
  taken: number
  /** The sum of the refunds that did not fail. */
  refunded: number
  refunds: { ref: string; key: string | undefined; amount: number; status: string }[]
  /** The sum of the chargebacks that were not reversed. */
  chargedBack: number
}

/** Lists all payments with what was taken and given back, oldest first. */
export function ledgerOf(books: Books): LedgerPayment[] {
  expireDue(books)
  return [...books.payments.values()].map((payment) => ({
    ...{ ref: payment.id, payment: keyOf(payment), returnUrl: payment.redirectUrl, webhookUrl: payment.webhookUrl },
    ...{ status: payment.status, taken: payment.status === 'paid' ? centsOf(payment.amount) : 0 },
    refunded: sum(payment.refunds.filter(isSent)),
    chargedBack: sum(payment.chargebacks.filter(({ reversedAt }) => reversedAt === null)),
    refunds: payment.refunds.map((refund) => ({
      ...{ ref: refund.id, key: keyOf(refund, 'refund'), amount: centsOf(refund.amount), status: refund.status },
    })),
  }))
}
