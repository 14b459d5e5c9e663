import { sql } from 'kysely'
import type { PaymentView } from '#contract/payments.ts'
import type { MerchandisePurchaseId, PaymentId, PendingOrderId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentInstructions, PaymentTerms } from '#domain/payments/manual-payments.ts'
import type { PaymentState } from '#domain/payments/payments.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/** Inserts the payment of a pending order. It is looked at when its places are held no longer. */
export async function insertPayment(
  tx: Tx,
  payment: { pendingOrderId: PendingOrderId; provider: string; amount: Cents; terms: PaymentTerms },
): Promise<PaymentId> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      pending_order_id: payment.pendingOrderId,
      provider: payment.provider,
      amount: payment.amount,
      ...columnsOf(payment.terms),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertStep(tx, { paymentId: id, from: null, to: 'NEW', cause: 'ordered' })
  return id
}

/** Changes when a locked payment has to be made. */
export async function updateTerms(tx: Tx, id: PaymentId, terms: PaymentTerms): Promise<void> {
  await tx.updateTable('payments').set(columnsOf(terms)).where('id', '=', id).execute()
}

function columnsOf({ dueAt, heldUntil }: PaymentTerms) {
  return { pay_until: heldUntil, due_at: dueAt < heldUntil ? dueAt : null, next_look_at: heldUntil }
}

type Step = {
  paymentId: PaymentId
  from: PaymentState | null
  to: PaymentState
  cause: string
  by?: UserId | undefined
}

/** Notes a step of a payment, for support. */
export async function insertStep(tx: Tx, { paymentId, from, to, cause, by }: Step): Promise<void> {
  await tx
    .insertInto('payment_steps')
    .values({ payment_id: paymentId, from_state: from, to_state: to, cause, by_user: by ?? null })
    .execute()
}

function selectFromPayments(db: Db | Tx) {
  return db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .innerJoin('users', 'users.id', 'pending_orders.user_id')
    .select([
      'payments.id',
      'payments.key',
      'payments.provider',
      'payments.amount',
      'payments.state',
      'payments.taken',
      'payments.provider_ref as ref',
      'payments.redirect_url as redirectUrl',
      'payments.instructions',
      'payments.pay_until as payUntil',
      'payments.due_at as dueAt',
      'payments.looks',
      'payments.last_look as lastLook',
      'payments.pending_order_id as pendingOrderId',
      'pending_orders.user_id as userId',
      'pending_orders.state as order',
      'pending_orders.points',
      'pending_orders.points_kept as pointsKept',
      'pending_orders.created_at as orderedAt',
      'pending_orders.payment_type as paymentType',
      'pending_orders.customer_first_name as firstName',
      'pending_orders.customer_last_name as lastName',
      'pending_orders.customer_address as address',
      'pending_orders.items_fingerprint as itemsFingerprint',
      'pending_orders.invoice_id as invoiceId',
      'users.email',
      sql<boolean>`users.is_locked or users.deleted_at is not null`.as('isCustomerGone'),
      sql<boolean>`payments.pay_until <= shop_now()`.as('isOverdue'),
      sql<number>`ceil(extract(epoch from payments.pay_until - shop_now()))::int`.as('secondsLeft'),
    ])
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectFromPayments>['executeTakeFirstOrThrow']>>

/** Reads a payment with its order and customer, without a lock. */
export function selectPayment(db: Db | Tx, id: PaymentId): Promise<PaymentRow | undefined> {
  return selectFromPayments(db).where('payments.id', '=', id).executeTakeFirst()
}

/** Reads the payment that is under way for exactly these items of a customer. */
export function selectLivePayment(tx: Tx, userId: UserId, itemsFingerprint: string) {
  return selectFromPayments(tx)
    .where('pending_orders.user_id', '=', userId)
    .where('pending_orders.items_fingerprint', '=', itemsFingerprint)
    .where('payments.state', 'in', ['NEW', 'OPEN', 'PROCESSING'])
    .executeTakeFirst()
}

/** Reads the payments that wait for the money of orders with tickets of a show. */
export async function selectOpenPaymentsOfShow(db: Db, showId: ShowId): Promise<PaymentId[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('tickets', 'tickets.pending_order_id', 'payments.pending_order_id')
    .select('payments.id')
    .distinct()
    .where('tickets.event_show_id', '=', showId)
    .where('payments.state', 'in', ['NEW', 'OPEN'])
    .orderBy('payments.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks a customer and a pending order, then reads its payment. The locks precede those of tickets and products. */
export async function lockPayment(tx: Tx, id: PaymentId): Promise<PaymentRow> {
  const { userId, pendingOrderId } = await selectFromPayments(tx)
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow()
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx.selectFrom('pending_orders').select('id').where('id', '=', pendingOrderId).forNoKeyUpdate().execute()
  return selectFromPayments(tx).where('payments.id', '=', id).executeTakeFirstOrThrow()
}

type Change = {
  from: PaymentState
  to: PaymentState
  cause: string
  by?: UserId | undefined
  paidBy?: string | undefined
}

/** Changes the state of a locked payment and notes the step. Final states are looked at no more. */
export async function updatePaymentState(
  tx: Tx,
  id: PaymentId,
  { from, to, cause, by, paidBy }: Change,
): Promise<void> {
  const isFinal = to === 'TAKEN' || to === 'CLOSED'
  await tx
    .updateTable('payments')
    .set({
      state: to,
      doubt: null,
      ...(to === 'TAKEN' && { taken_at: sql<Date>`shop_now()`, paid_by: paidBy ?? null }),
      ...(isFinal && { next_look_at: null }),
    })
    .where('id', '=', id)
    .execute()
  await insertStep(tx, { paymentId: id, from, to, cause, by })
}

type Opened = { ref: string; redirectUrl: string | null; instructions: PaymentInstructions | null }

/** Notes what was taken for a locked payment, if it is not its amount. */
export async function updateTaken(tx: Tx, id: PaymentId, taken: Cents): Promise<void> {
  await tx.updateTable('payments').set({ taken }).where('id', '=', id).execute()
}

/** Stores the address of a locked payment, or how it is paid without one. */
export async function updateOpened(tx: Tx, id: PaymentId, { ref, redirectUrl, instructions }: Opened): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      provider_ref: ref,
      redirect_url: redirectUrl,
      instructions: instructions && sql<PaymentInstructions>`${JSON.stringify(instructions)}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Gives a payment that is not open yet another key. Nobody was told an address that the provider may have made under
 * the former one, so nobody can pay there.
 */
export async function renewKey(db: Db, id: PaymentId): Promise<void> {
  await db
    .updateTable('payments')
    .set({ key: sql<string>`gen_random_uuid()` })
    .where('id', '=', id)
    .where('state', '=', 'NEW')
    .execute()
}

/**
 * Notes the transfers whose deadline is on the next day as reminded of, and returns them. Skips those that were ordered
 * less than a day before that.
 */
export async function updateTransfersToRemindOf(tx: Tx) {
  const { rows } = await sql<{ id: PaymentId; userId: UserId }>`
    update payments set reminded_at = shop_now()
    from pending_orders
    where pending_orders.id = pending_order_id and provider = 'transfer' and payments.state = 'OPEN'
      and reminded_at is null and coalesce(due_at, pay_until) > shop_now()
      and coalesce(due_at, pay_until) <= shop_now() + interval '24 hours'
      and pending_orders.created_at < coalesce(due_at, pay_until) - interval '48 hours'
    returning payments.id, pending_orders.user_id as "userId"`.execute(tx)
  return rows
}

/** Reads a customer's payment as its page shows it. Undefined for another customer's. */
export async function selectOwnPayment(db: Db | Tx, userId: UserId, id: PaymentId) {
  const row = await selectFromPayments(db)
    .where('payments.id', '=', id)
    .where('pending_orders.user_id', '=', userId)
    .executeTakeFirst()
  return row && viewOf(row)
}

/** Reads a customer's payments under way, oldest first, with their tickets and cart lines. */
export async function selectLivePayments(db: Db, userId: UserId) {
  const idsOf = <Id>(column: 'ticket_id' | 'cart_line_id') => sql<Id[]>`array(
    select ${sql.ref(column)} from pending_order_items item
    where item.pending_order_id = pending_orders.id and ${sql.ref(column)} is not null
    order by item.position)`
  const rows = await selectFromPayments(db)
    .select([
      idsOf<TicketId>('ticket_id').as('ticketIds'),
      idsOf<MerchandisePurchaseId>('cart_line_id').as('merchandiseIds'),
    ])
    .where('pending_orders.user_id', '=', userId)
    .where('pending_orders.state', '=', 'OPEN')
    .where('payments.state', 'in', ['NEW', 'OPEN', 'PROCESSING'])
    .orderBy('payments.id')
    .execute()
  return rows.map(({ ticketIds, merchandiseIds, ...row }) => ({ ...viewOf(row), ticketIds, merchandiseIds }))
}

function viewOf({ id, state, amount: total, points, payUntil, dueAt, invoiceId, ...row }: PaymentRow): PaymentView {
  const { redirectUrl, instructions } = state === 'OPEN' ? row : { redirectUrl: null, instructions: null }
  return { id, state, total, points, payUntil: dueAt ?? payUntil, invoiceId, redirectUrl, instructions }
}
