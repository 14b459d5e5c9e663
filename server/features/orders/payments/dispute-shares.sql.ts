import { sql } from 'kysely'
import type { InvoiceId, PaymentId, RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { RefundReason } from '#domain/payments/payments.ts'
import type { Tx } from '#server/db/connection.ts'
import { isPaidByDispute, newKey, paidBy, paidByColumn } from './refunds.sql.ts'

/** The money that lost, ended disputes took of a payment named by a column. */
const lostToDisputes = (paymentId: string) => sql<Cents>`(
  select coalesce(sum(disputes.amount), 0) from disputes
  where disputes.payment_id = ${sql.ref(paymentId)} and disputes.state = 'LOST' and disputes.ended_at is not null)`

/** The money that can still go back of a payment, named by its table. Below 0 if the bank took more than was left. */
export const leftToRefund = (payments: string) => sql<Cents>`(
  coalesce(${sql.ref(`${payments}.taken`)}, ${sql.ref(`${payments}.amount`)}) - ${lostToDisputes(`${payments}.id`)} - (
    select coalesce(sum(r.amount), 0) from refunds r
    where r.payment_id = ${sql.ref(`${payments}.id`)} and not ${isPaidByDispute('r')}))::integer`

/** The money that can still go back of the payment of an invoice, named by a column. Null if no provider took it. */
export const leftToRefundOf = (invoiceId: string) => sql<Cents | null>`(
  select greatest(${leftToRefund('payments')}, 0) from payments
  join pending_orders on pending_orders.id = payments.pending_order_id
  where pending_orders.invoice_id = ${sql.ref(invoiceId)} and payments.state = 'TAKEN'
    and not exists (select from refunds where payment_id = payments.id and reason <> 'TICKET')
  limit 1)`

export type Rest = { ref: string; rest: Cents }

/** The part of an ended dispute, in the statement's `disputes`, that no item and no refund explains. */
const restOfDispute = sql<Cents>`(
  disputes.amount - (
    select coalesce(sum(amount), 0) from refunds
    where payment_id = disputes.payment_id and state = 'BY_HAND'
      and failure = ${paidByColumn('disputes.provider_ref')}
  ) - (
    select coalesce(max(total), 0) - coalesce(sum(refunds.amount), 0)
    from invoices left join refunds on refunds.cancel_invoice_id = invoices.id
    where invoices.id = disputes.cancel_invoice_id
  ))::integer`

/** The lost, ended disputes with a part that no item and no refund explains, as rows. */
export const rests = sql`(
  select * from (
    select payment_id, provider_ref as ref, ended_at, ${restOfDispute} as rest from disputes
    where state = 'LOST' and ended_at is not null
  ) ended
  where rest > 0)`

/** Reads the parts of lost disputes of a payment that no item and no refund explains, oldest first. */
export async function selectRests(tx: Tx, paymentId: PaymentId): Promise<Rest[]> {
  const { rows } = await sql<Rest>`
    select ref, rest from ${rests} as rests where payment_id = ${paymentId} order by ended_at, ref`.execute(tx)
  return rows
}

type Paid = { cancelInvoiceId: InvoiceId | null; reason: RefundReason; ref: string; amount: Cents }

/** Inserts a refund, or a part of one, that a dispute paid before. */
export async function insertPaidByDispute(tx: Tx, paymentId: PaymentId, paid: Paid): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      ...{ payment_id: paymentId, amount: paid.amount, reason: paid.reason, cancel_invoice_id: paid.cancelInvoiceId },
      ...{ state: 'BY_HAND', failure: paidBy(paid.ref), next_look_at: null },
    })
    .execute()
}

/** Reads what can still go back of a payment. 0 for one without a lost dispute. */
export async function selectLeftAfterLoss(tx: Tx, paymentId: PaymentId): Promise<number> {
  const { rows } = await sql<{ left: Cents }>`
    select ${leftToRefund('payments')} as left from payments
    where id = ${paymentId} and exists (select from disputes where payment_id = payments.id and state = 'LOST')`.execute(
    tx,
  )
  return rows[0]?.left ?? 0
}

export type UnsentRefund = Awaited<ReturnType<typeof selectUnsent>>[number]

/** Reads the refunds of a payment that were not sent, or failed, newest first. */
export function selectUnsent(tx: Tx, paymentId: PaymentId) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'amount', 'reason', 'cancel_invoice_id as cancelInvoiceId'])
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['DUE', 'FAILED'])
    .orderBy('id', 'desc')
    .execute()
}

/** Makes a refund smaller, under a new key, because the provider may know the former one with the amount of before. */
export async function updateAmount(tx: Tx, id: RefundId, amount: Cents): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ ...newKey, amount })
    .where('id', '=', id)
    .execute()
}

/**
 * Notes that a dispute paid a refund that was not sent. If others paid the rest, it becomes smaller, under a new key as
 * above.
 */
export async function updatePaidByDispute(
  tx: Tx,
  { id, amount: before }: Pick<UnsentRefund, 'id' | 'amount'>,
  { ref, amount }: { ref: string; amount: Cents },
) {
  await tx
    .updateTable('refunds')
    .set({ ...(amount < before && newKey), amount, state: 'BY_HAND', failure: paidBy(ref), next_look_at: null })
    .where('id', '=', id)
    .execute()
}
