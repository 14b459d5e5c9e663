import type { InvoiceId, PaymentId } from '#domain/ids.ts'
import { type Cents, cents, sumOf } from '#domain/money.ts'
import type { Tx } from '#server/db/connection.ts'
import {
  insertPaidByDispute,
  type Rest,
  selectLeftAfterLoss,
  selectRests,
  selectUnsent,
  type UnsentRefund,
  updateAmount,
  updatePaidByDispute,
} from './dispute-shares.sql.ts'

type Part = { ref: string; amount: Cents }

/** Divides an amount among the rests of disputes. Leaves out the part that they do not cover. */
function divide(amount: Cents, rests: readonly Rest[]): Part[] {
  let open = amount
  return rests.flatMap(({ ref, rest }) => {
    const part = cents(Math.min(open, rest))
    open = cents(open - part)
    return part > 0 ? [{ ref, amount: part }] : []
  })
}

/**
 * Inserts what does not go back for a CANCEL invoice, because lost disputes of its payment took it before. If the bank
 * decides for the shop after all, it goes back like other refunds that a dispute paid.
 */
export async function insertShares(
  tx: Tx,
  paymentId: PaymentId,
  { invoiceId, amount }: { invoiceId: InvoiceId; amount: Cents },
): Promise<void> {
  for (const part of divide(amount, await selectRests(tx, paymentId))) {
    await insertPaidByDispute(tx, paymentId, { ...part, cancelInvoiceId: invoiceId, reason: 'TICKET' })
  }
}

/**
 * Notes that lost disputes of a locked payment have paid all of refunds that were not sent: first the one with this
 * reference, then the others, oldest first.
 */
export async function settleRefunds(
  tx: Tx,
  { paymentId, ref }: { paymentId: PaymentId; ref: string },
  refunds: readonly UnsentRefund[],
): Promise<void> {
  for (const refund of refunds) {
    const rests = await selectRests(tx, paymentId)
    const ownFirst = rests.toSorted((one, other) => Number(other.ref === ref) - Number(one.ref === ref))
    await notePaid(tx, paymentId, refund, divide(refund.amount, ownFirst))
  }
}

/**
 * Notes of refunds of a locked payment that were not sent what lost disputes have paid, so that no more goes back in
 * all than came. The newest refunds become smaller first.
 */
export async function settleByDisputes(tx: Tx, paymentId: PaymentId): Promise<void> {
  let excess = cents(-(await selectLeftAfterLoss(tx, paymentId)))
  if (excess <= 0) return
  for (const refund of await selectUnsent(tx, paymentId)) {
    const parts = divide(cents(Math.min(excess, refund.amount)), await selectRests(tx, paymentId))
    excess = cents(excess - (await notePaid(tx, paymentId, refund, parts)))
  }
}

/** Notes the parts of a refund that disputes have paid. Returns their sum. */
async function notePaid(
  tx: Tx,
  paymentId: PaymentId,
  { id, amount, ...refund }: UnsentRefund,
  parts: readonly Part[],
): Promise<Cents> {
  const paid = sumOf(parts.map((part) => part.amount))
  const [first, ...others] = parts
  if (!first) return paid
  if (paid < amount) await updateAmount(tx, id, cents(amount - paid))
  else await updatePaidByDispute(tx, { id, amount }, first)
  for (const part of paid < amount ? parts : others) {
    await insertPaidByDispute(tx, paymentId, { ...refund, ...part })
  }
  return paid
}
