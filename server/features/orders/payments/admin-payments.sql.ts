import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { AdminPayment, listAdminPayments } from '#contract/admin-payments.ts'
import type { PaymentId } from '#domain/ids.ts'
import type { PaymentNeed } from '#domain/payments/payments.ts'
import type { Db } from '#server/db/connection.ts'
import { allOf, anyOf, containedIn, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'
import { paymentNeeds } from '#server/db/payment-needs.sql.ts'
import { leftOfDispute, selectPaidItemsLeft } from './lost-disputes.sql.ts'

type Search = z.output<typeof listAdminPayments.query>

const firstName = sql`coalesce(invoices.customer_first_name, pending_orders.customer_first_name)`
const lastName = sql`coalesce(invoices.customer_last_name, pending_orders.customer_last_name)`

function selectFromPayments(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .innerJoin('users', 'users.id', 'pending_orders.user_id')
    .leftJoin('invoices', 'invoices.id', 'pending_orders.invoice_id')
    .select([
      'payments.id',
      'payments.provider',
      'payments.state',
      'payments.amount as total',
      'pending_orders.user_id as userId',
      sql<string>`${firstName}`.as('firstName'),
      sql<string>`${lastName}`.as('lastName'),
      'pending_orders.created_at as startedAt',
      'payments.pay_until as payUntil',
      'payments.taken_at as takenAt',
      'invoices.id as invoiceId',
      'invoices.invoice_number as invoiceNumber',
      'payments.provider_ref as ref',
      'payments.paid_by as paidBy',
      'payments.taken',
      'payments.doubt',
      sql<PaymentNeed[]>`array(select need from ${paymentNeeds} as need)`.as('needs'),
    ])
}

/** Lists payments, newest first. */
export function selectAdminPayments(db: Db, { text, needsSomebody, ...page }: Search) {
  const customer = sql`(${firstName} || ' ' || ${lastName})`
  const matches = anyOf([
    containedIn(customer, text),
    contains('invoices.invoice_number', text),
    contains('payments.provider_ref', text),
    contains('users.email', text),
  ])
  const found = selectFromPayments(db)
    .where(allOf([matches, needsSomebody ? sql<boolean>`exists ${paymentNeeds}` : undefined]))
    .orderBy('payments.id', 'desc')
  return pageOf(found, page)
}

/** Reads a payment with its steps, refunds and disputes, and its items that are not cancelled. */
export async function selectAdminPayment(db: Db, id: PaymentId): Promise<AdminPayment | undefined> {
  const payment = await selectFromPayments(db).where('payments.id', '=', id).executeTakeFirst()
  if (!payment) return undefined
  const steps = await db
    .selectFrom('payment_steps')
    .leftJoin('users', 'users.id', 'payment_steps.by_user')
    .select(['at', 'from_state as from', 'to_state as to', 'cause', 'users.email as by'])
    .where('payment_id', '=', id)
    .orderBy('payment_steps.id')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'amount', 'reason', 'state', 'refund_file_id as fileId'])
    .select(['provider_ref as ref', 'failure', 'created_at as createdAt'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  const disputes = await db
    .selectFrom('disputes')
    .leftJoin('invoices as cancel', 'cancel.id', 'disputes.cancel_invoice_id')
    .select([
      'provider_ref as ref',
      'amount',
      'state',
      'opened_at as openedAt',
      'ended_at as endedAt',
      'cancel.id as cancelInvoiceId',
      'cancel.invoice_number as cancelInvoiceNumber',
      leftOfDispute.as('left'),
    ])
    .where('payment_id', '=', id)
    .orderBy('opened_at')
    .execute()
  const items = await selectPaidItemsLeft(db, id)
  return {
    ...payment,
    steps,
    refunds,
    disputes,
    items: items.map(({ id: itemId, name, quantity, price }) => ({ id: itemId, name, quantity, price })),
  }
}
