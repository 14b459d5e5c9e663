import { sql } from 'kysely'
import type { PaymentId, ShowId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueue, PROVIDER_FLAG } from '#server/db/jobs.sql.ts'

/** Enqueues a look at a payment, instead of one that waits. */
export function enqueueLook(db: Db | Tx, paymentId: PaymentId, delaySeconds = 0): Promise<void> {
  return enqueue(
    db,
    'look-at-payment',
    { paymentId },
    {
      key: `look-at-payment ${paymentId}`,
      delaySeconds,
      flag: PROVIDER_FLAG,
    },
  )
}

const HINTED_LOOK_SECONDS = 2

/**
 * Enqueues a look at a payment of which anybody said that it has changed. Every hint is followed by a look that begins
 * after it, but hints before that look share it and do not put it off: at most one look waits, and one begins in two
 * seconds. Does nothing for an unknown payment.
 */
export async function enqueueHintedLook(db: Db, { provider, ref }: { provider: string; ref: string }): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_ref', '=', ref)
    .executeTakeFirst()
  if (!payment) return
  await enqueue(
    db,
    'look-at-payment',
    { paymentId: payment.id, cause: 'webhook' },
    {
      ...{ key: `hinted-look ${payment.id}`, keepsTime: true },
      ...{ delaySeconds: HINTED_LOOK_SECONDS, flag: PROVIDER_FLAG },
    },
  )
}

/** `doubt`: why the last look gave no clear answer. */
type NextLook = { delaySeconds: number; doubt?: string | null }

/** Sets the time of the next look at a payment. */
export async function scheduleLook(db: Db | Tx, id: PaymentId, next: NextLook): Promise<void> {
  await updateNextLook(db, id, next).where('state', '<>', 'TAKEN').execute()
  await enqueueLook(db, id, next.delaySeconds)
}

/** Sets the time of the next look at a payment that was not opened. Returns false if it is open or closed by now. */
export async function scheduleLookAtNew(db: Db, id: PaymentId, next: NextLook): Promise<boolean> {
  const scheduled = await updateNextLook(db, id, next).where('state', '=', 'NEW').returning('id').executeTakeFirst()
  if (scheduled) await enqueueLook(db, id, next.delaySeconds)
  return scheduled !== undefined
}

function updateNextLook(db: Db | Tx, id: PaymentId, { delaySeconds, doubt = null }: NextLook) {
  return db
    .updateTable('payments')
    .set({
      looks: sql<number>`looks + 1`,
      doubt,
      next_look_at: sql<Date>`shop_now() + make_interval(secs => ${delaySeconds}::int)`,
    })
    .where('id', '=', id)
}

/** Notes that a final payment needs no further look. */
export async function endLooks(db: Db, id: PaymentId): Promise<void> {
  await db
    .updateTable('payments')
    .set({ next_look_at: null, doubt: null })
    .where('id', '=', id)
    .where('state', 'in', ['TAKEN', 'CLOSED'])
    .execute()
}

/** Reads the payments that are due for a look, and enqueues it. For looks whose job was lost. */
export async function enqueueDueLooks(db: Db): Promise<void> {
  const due = await db
    .selectFrom('payments')
    .select('id')
    .where('next_look_at', '<=', sql<Date>`shop_now()`)
    .orderBy('next_look_at')
    .limit(1_000)
    .execute()
  for (const { id } of due) await enqueueLook(db, id)
}

/** Ends the time to pay of a customer's payments, so that they are closed by the next look. */
export async function hurryPaymentsOf(tx: Tx, userId: UserId): Promise<void> {
  const { rows } = await sql<{ id: PaymentId }>`
    update payments set pay_until = shop_now(), next_look_at = shop_now()
    from pending_orders where pending_orders.id = pending_order_id and user_id = ${userId}
      and payments.state in ('NEW', 'OPEN', 'PROCESSING')
    returning payments.id`.execute(tx)
  for (const { id } of rows) await enqueueLook(tx, id)
}

/** Ends the time to pay of all payments for tickets of a show, so that they are closed by the next look. */
export async function hurryPaymentsFor(tx: Tx, showId: ShowId): Promise<void> {
  const { rows } = await sql<{ id: PaymentId }>`
    update payments set pay_until = shop_now(), next_look_at = shop_now()
    where state in ('NEW', 'OPEN', 'PROCESSING') and pending_order_id in (
      select pending_order_id from tickets where event_show_id = ${showId} and pending_order_id is not null)
    returning id`.execute(tx)
  for (const { id } of rows) await enqueueLook(tx, id)
}

/** Tells whether a payment is not final at the provider: live, or released by an administrator without its answer. */
export async function isLookedAt(db: Db, id: PaymentId): Promise<boolean> {
  const { next_look_at: nextLook } = await db
    .selectFrom('payments')
    .select('next_look_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return nextLook !== null
}

/** Returns the number of a look that begins, higher than that of every look before. */
export async function nextLookNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('payment_look_numbers') as number`.execute(db)
  return rows[0]?.number ?? 0
}

/** Notes the latest look whose refunds and disputes were stored, of a locked payment. */
export async function updateLastLook(tx: Tx, id: PaymentId, number: number): Promise<void> {
  await tx.updateTable('payments').set({ last_look: number }).where('id', '=', id).execute()
}

/** Notes that a customer asks about a payment. Returns false if that was less than two seconds ago. */
export async function takeLook(db: Db, id: PaymentId): Promise<boolean> {
  const taken = await db
    .updateTable('payments')
    .set({ asked_at: sql<Date>`shop_now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(asked_at is null or asked_at < shop_now() - interval '2 seconds')`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
