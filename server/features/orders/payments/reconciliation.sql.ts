import { sql } from 'kysely'
import type { PaymentId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { DisputeState, RefundState } from '#domain/payments/payments.ts'
import type { Db } from '#server/db/connection.ts'
import { startOfDay } from '#server/db/shop-days.sql.ts'

/** The keys and references that a provider names, and the time in which the shop's own bookings count. */
export type Wanted = { provider: string; keys: readonly string[]; refs: readonly string[]; from: Date; to: Date }

/** Reads the moments at which a period of days begins and ends. */
export async function selectMoments(
  db: Db,
  { from, to }: { from: string; to: string },
  timeZone: string,
): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${startOfDay(from, timeZone)} as "from", ${startOfDay(to, timeZone, 1)} as "to"`.execute(db)
  const [moments] = rows
  if (!moments) throw new Error('The database has no days.')
  return moments
}

type Charge = {
  paymentId: PaymentId
  key: string
  ref: string | null
  amount: Cents
  isTaken: boolean
  at: Date
}

/** Reads payments that the provider names, and those whose money the shop took within the time. */
export async function selectBookedCharges(db: Db, { provider, keys, refs, from, to }: Wanted): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select id as "paymentId", key, provider_ref as ref, coalesce(taken, amount) as amount, state = 'TAKEN' as "isTaken",
      coalesce(taken_at, pay_until) as at
    from payments
    where provider = ${provider} and (key = any (${keys}::uuid[]) or provider_ref = any (${refs}::text[])
      or state = 'TAKEN' and taken_at >= ${from} and taken_at < ${to})`.execute(db)
  return rows
}

type Refund = {
  paymentId: PaymentId
  paymentRef: string | null
  key: string
  formerKeys: string[]
  ref: string | null
  amount: Cents
  state: RefundState
  at: Date
}

/** Reads refunds that the provider names, and those that the shop made within the time. */
export async function selectBookedRefunds(db: Db, { provider, keys, refs, from, to }: Wanted): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select payment_id as "paymentId", refunds.key, refunds.former_keys::text[] as "formerKeys",
      refunds.provider_ref as ref, refunds.amount, refunds.state,
      refunds.created_at as at, payments.provider_ref as "paymentRef"
    from refunds join payments on payments.id = payment_id
    where provider = ${provider} and (refunds.key = any (${keys}::uuid[]) or refunds.provider_ref = any (${refs}::text[])
      or refunds.created_at >= ${from} and refunds.created_at < ${to})`.execute(db)
  return rows
}

type Dispute = { paymentId: PaymentId; ref: string; amount: Cents; state: DisputeState; at: Date }

/** Reads disputes that the provider names, and those that were opened within the time. */
export async function selectBookedDisputes(db: Db, { provider, refs, from, to }: Wanted): Promise<Dispute[]> {
  const { rows } = await sql<Dispute>`
    select payment_id as "paymentId", provider_ref as ref, amount, state, opened_at as at
    from disputes
    where provider = ${provider} and (provider_ref = any (${refs}::text[])
      or opened_at >= ${from} and opened_at < ${to})`.execute(db)
  return rows
}
