import { sql } from 'kysely'
import type { InvoiceId, PaymentId, RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { DisputeState, RefundReason, RefundState } from '#domain/payments/payments.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { PlaceOfShow } from '#server/db/places-of-shows.ts'
import { publishTicketsAfterCommit } from '#server/db/publish-after-commit.ts'
import { enqueue, PROVIDER_FLAG } from '#server/db/jobs.sql.ts'
import { isTakenBack } from './movement-cause.sql.ts'
import { enqueueReturnMail } from '#server/features/mail/mail.sql.ts'

/**
 * The disputes of a payment that block its refunds, because the money would go back twice: open ones, and lost ones
 * until an administrator ends them.
 */
export const blockingDisputes = sql`disputes.state = 'OPEN' or disputes.state = 'LOST' and disputes.ended_at is null`

/**
 * Tells whether refunds of a payment, named by a column, are blocked: by a dispute, or because the bank took a transfer
 * back and nobody has dealt with that movement.
 */
export const isDisputed = (paymentId: string) => sql<boolean>`(exists (
  select from disputes where disputes.payment_id = ${sql.ref(paymentId)} and (${blockingDisputes})
) or ${isTakenBack(paymentId)})`

/** Tells whether the refunds of an invoice that was paid before, named by a column, are blocked. */
export const isInvoiceDisputed = (invoiceId: string) => sql<boolean>`exists (
  select from payments join pending_orders on pending_orders.id = payments.pending_order_id
  where pending_orders.invoice_id = ${sql.ref(invoiceId)} and ${isDisputed('payments.id')})`

/** Enqueues the sending of a refund, or a look at a sent one. */
export function enqueueRefund(db: Db | Tx, refundId: RefundId, delaySeconds = 0): Promise<void> {
  return enqueue(
    db,
    'send-refund',
    { refundId },
    {
      key: `send-refund ${refundId}`,
      delaySeconds,
      flag: PROVIDER_FLAG,
    },
  )
}

/** Inserts the refund of all of a payment that bought nothing, and enqueues a mail about it. */
export async function insertReturn(
  tx: Tx,
  refund: { paymentId: PaymentId; amount: Cents; reason: Exclude<RefundReason, 'TICKET'> },
): Promise<void> {
  const { id } = await tx
    .insertInto('refunds')
    .values({ payment_id: refund.paymentId, amount: refund.amount, reason: refund.reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueRefund(tx, id)
  await enqueueReturnMail(tx, refund.paymentId)
}

const PAID_BY = 'Paid by dispute '

/** The note at a refund that a dispute paid, by which the audit knows it, too. */
export const paidBy = (ref: string) => `${PAID_BY}${ref}.`

/** The same note for a dispute whose reference is in a column. */
export const paidByColumn = (ref: string) => sql<string>`${sql.lit(PAID_BY)} || ${sql.ref(ref)} || '.'`

/** Tells whether the bank paid a refund, named by its table, by a dispute that it decided for the customer. */
export const isPaidByDispute = (refund: string) => sql<boolean>`
  coalesce(${sql.ref(`${refund}.state`)} = 'BY_HAND' and ${sql.ref(`${refund}.failure`)} like ${sql.lit(`${PAID_BY}%`)}, false)`

/**
 * The part of a CANCEL invoice that the customer's bank took by lost disputes: shares of them, or its items. 0 for
 * other invoices. For statements that read `invoices`.
 */
const takenBackCents = sql<Cents>`(
  select coalesce(sum(amount) filter (where ${isPaidByDispute('refunds')}), 0) + case
    when exists (select from disputes where cancel_invoice_id = invoices.id and state = 'LOST')
    then invoices.total - coalesce(sum(amount), 0)
    else 0 end
  from refunds where cancel_invoice_id = invoices.id)::integer`

/** The part of a CANCEL invoice that the customer's bank took before. Null if none. */
export const takenBack = sql<Cents | null>`nullif(${takenBackCents}, 0)`

/**
 * The money that goes back for a CANCEL invoice, if it is less than its total: because an administrator accepted too
 * little, or the customer's bank took a part before. Null else. For statements that read `invoices`.
 */
export const shortRefund = sql<Cents | null>`(
  select returned from (
    select coalesce(sum(amount) filter (where not ${isPaidByDispute('refunds')}), 0)::integer as returned
    from refunds where cancel_invoice_id = invoices.id
  ) back
  where returned < invoices.total and (${takenBackCents} > 0 or exists (
    select from pending_orders
    join payments on payments.pending_order_id = pending_orders.id and payments.taken < payments.amount
    where pending_orders.invoice_id = invoices.cancels_invoice_id
      and not exists (select from refunds r where r.payment_id = payments.id and r.reason <> 'TICKET'))))`

/** The note at a refund while it is being sent. The answer, or the next try, replaces it. */
const UNDER_WAY = 'Is being sent.'

/** Tells whether a refund could not be sent for a day, and is not being sent either. */
const isWaiting = sql<boolean>`(
  refunds.state = 'DUE' and refunds.created_at < shop_now() - interval '1 day'
  and refunds.failure is distinct from ${UNDER_WAY})`

/** Reads a refund with its payment. */
export function selectRefund(db: Db | Tx, id: RefundId) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.key',
      'refunds.former_keys as formerKeys',
      'refunds.amount',
      'refunds.state',
      'refunds.tries',
      'payments.id as paymentId',
      'payments.provider',
      'payments.provider_ref as paymentRef',
      isDisputed('payments.id').as('isDisputed'),
      isWaiting.as('isWaiting'),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirst()
}

/** Reads the keys of all refunds of a payment, former ones too. */
export async function selectRefundKeys(tx: Tx, paymentId: PaymentId): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select unnest(former_keys || key)::text as key from refunds where payment_id = ${paymentId}`.execute(tx)
  return rows.map(({ key }) => key)
}

type RefundChange = { state: RefundState; ref?: string | undefined; failure?: string | null | undefined }

/**
 * Changes a refund whose pending order is locked, unless it was paid by hand. The failure of an earlier try, under a
 * former key, changes nothing; any other report of it makes its key the refund's key again. Final ones are looked at no
 * more, but one that was paid may still fail at the customer's bank.
 */
export async function updateRefund(
  tx: Tx,
  { paymentId, key }: { paymentId: PaymentId; key: string },
  { state, ref, failure }: RefundChange,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      state,
      key: sql<string>`${key}::uuid`,
      former_keys: sql<string[]>`array_remove(former_keys || key, ${key}::uuid)`,
      ...(ref && { provider_ref: ref }),
      failure: failure ?? null,
      ...(state !== 'DUE' && state !== 'SENT' && { next_look_at: null }),
    })
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'BY_HAND')
    .where(
      state === 'FAILED'
        ? sql<boolean>`key::text = ${key}`
        : sql<boolean>`(key::text = ${key} or ${key} = any (former_keys::text[]))`,
    )
    .execute()
}

/** The change to a new key. The provider may know the refund by the former ones, too. */
export const newKey = {
  key: sql<string>`gen_random_uuid()`,
  former_keys: sql<string[]>`former_keys || key`,
}

/** Gives a refund that is due another key, because the provider gives the same answer to every call with this one. */
export async function renewKeyOfRefund(db: Db, { id, key }: { id: RefundId; key: string }): Promise<void> {
  await db
    .updateTable('refunds')
    .set(newKey)
    .where('id', '=', id)
    .where('key', '=', key)
    .where('state', '=', 'DUE')
    .execute()
}

/** Notes that a refund of a locked payment is being sent, before its provider is called. */
export async function updateRefundUnderWay(tx: Tx, id: RefundId): Promise<void> {
  await tx.updateTable('refunds').set({ failure: UNDER_WAY }).where('id', '=', id).execute()
}

/** Tells whether a refund of a locked payment is being sent, so that nobody knows yet whether the provider takes it. */
export async function isRefundUnderWay(tx: Tx, paymentId: PaymentId): Promise<boolean> {
  const sending = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'DUE')
    .where('failure', '=', UNDER_WAY)
    .executeTakeFirst()
  return sending !== undefined
}

/** Makes a failed refund due again, under a new key. */
export async function renewRefund(tx: Tx, id: RefundId): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      ...newKey,
      state: 'DUE',
      provider_ref: null,
      tries: 0,
      next_look_at: sql<Date>`shop_now()`,
    })
    .where('id', '=', id)
    .execute()
  await enqueueRefund(tx, id)
}

/** Notes that a failed refund was paid outside its provider. */
export async function updateRefundPaidByHand(tx: Tx, id: RefundId): Promise<void> {
  await tx.updateTable('refunds').set({ state: 'BY_HAND', next_look_at: null }).where('id', '=', id).execute()
}

/** Sets the time of the next try of a refund, or of the next look at it. */
export async function scheduleRefund(db: Db | Tx, id: RefundId, delaySeconds: number, failure?: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({
      tries: sql<number>`tries + 1`,
      next_look_at: sql<Date>`shop_now() + make_interval(secs => ${delaySeconds}::int)`,
      ...(failure && { failure }),
    })
    .where('id', '=', id)
    .where('state', 'in', ['DUE', 'SENT'])
    .execute()
  await enqueueRefund(db, id, delaySeconds)
}

/** Enqueues the refunds that are due for a try or a look. For those whose job was lost. */
export async function enqueueDueRefunds(db: Db): Promise<void> {
  const due = await db
    .selectFrom('refunds')
    .select('id')
    .where('next_look_at', '<=', sql<Date>`shop_now()`)
    .orderBy('next_look_at')
    .limit(1_000)
    .execute()
  for (const { id } of due) await enqueueRefund(db, id)
}

/** Enqueues the refunds of a payment that waited for the end of a dispute. */
export async function enqueueRefundsOf(tx: Tx, paymentId: PaymentId): Promise<void> {
  const waiting = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'DUE')
    .execute()
  for (const { id } of waiting) await enqueueRefund(tx, id)
}

type Dispute = {
  provider: string
  ref: string
  paymentId: PaymentId
  amount: Cents
  state: DisputeState
  openedAt: Date
}

/**
 * Stores a dispute, or its new state, and tells the scanners of its tickets. One that was won has no end any more, in
 * case that the bank takes the money again.
 */
export async function upsertDispute(
  tx: Tx,
  { provider, ref, paymentId, amount, state, openedAt }: Dispute,
): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({ provider, provider_ref: ref, payment_id: paymentId, amount, state, opened_at: openedAt })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_ref']).doUpdateSet({
        ...{ state, amount },
        ...(state !== 'WON' && {
          ended_at: sql<Date | null>`case when disputes.state <> 'WON' then disputes.ended_at end`,
          cancel_invoice_id: sql<InvoiceId | null>`case when disputes.state <> 'WON' then disputes.cancel_invoice_id end`,
        }),
      }),
    )
    .execute()
  const { rows } = await sql<PlaceOfShow>`
    select event_show_id as "showId", place_id as "placeId" from payments
    join pending_orders on pending_orders.id = payments.pending_order_id
    join tickets on tickets.invoice_id = pending_orders.invoice_id
    where payments.id = ${paymentId}`.execute(tx)
  publishTicketsAfterCommit(tx, rows)
}
