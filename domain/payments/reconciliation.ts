import { type Cents, cents } from '../money.ts'
import type { PaymentId } from '../ids.ts'
import type { DisputeState, RefundState } from './payments.ts'

/** The longest period that is compared with a provider, in days. */
export const MAX_RECONCILED_DAYS = 31

/** The kinds of movements of a provider's balance. Fees and payouts concern the provider alone and are not compared. */
export const MOVEMENT_KINDS = ['CHARGE', 'REFUND', 'DISPUTE', 'FEE', 'PAYOUT', 'OTHER'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** A movement of the provider's balance on a day of the shop's time zone. */
export type DatedMovement = {
  day: string
  at: Date
  kind: MovementKind
  /** The provider's reference of what moved it. The refund and the failure of a refund have the same. */
  ref: string
  /** The shop's key of the payment or of the refund. Undefined if the provider does not tell. */
  key: string | undefined
  /** The provider's reference of the payment. */
  paymentRef: string | undefined
  /** Cents, negative for money that leaves the balance. */
  amount: Cents
  fee: Cents
}

type Booked = { paymentId: PaymentId; amount: Cents; day: string; at: Date }

/** The shop's bookings: those that movements name, and those that it dates within the period. */
export type Books = {
  charges: readonly (Booked & { key: string; ref: string | null; isTaken: boolean })[]
  refunds: readonly (Booked & { key: string; formerKeys: readonly string[]; ref: string | null; state: RefundState })[]
  disputes: readonly (Booked & { ref: string; state: DisputeState })[]
}

/** A movement as provider and shop have it, in cents. Null: one of them knows nothing of it. */
export type Comparison = {
  day: string
  at: Date
  kind: MovementKind
  ref: string
  paymentId: PaymentId | null
  provider: Cents | null
  shop: Cents | null
  fee: Cents
}

/** Finds what the shop should have for each movement, and what it has without one. In order of time. */
export function compareMovements(movements: readonly DatedMovement[], books: Books): Comparison[] {
  const matched = new Set<object>()
  const byRef = Map.groupBy(movements, ({ ref }) => ref)
  const paymentOf = ({ key, paymentRef }: DatedMovement) =>
    books.charges.find((charge) => charge.key === key || (paymentRef !== undefined && charge.ref === paymentRef))
      ?.paymentId

  const found = movements.map((movement): Comparison => {
    const { day, at, kind, ref, amount, fee } = movement
    const booked = bookedOf(movement, byRef.get(ref) ?? [], books, matched)
    const isCompared = kind !== 'FEE' && kind !== 'PAYOUT'
    const paymentId = booked?.paymentId ?? paymentOf(movement) ?? null
    return {
      day,
      at,
      kind,
      ref,
      paymentId,
      provider: amount,
      shop: isCompared ? (booked?.amount ?? null) : amount,
      fee,
    }
  })
  const missing = [
    ...books.charges
      .filter(({ isTaken }) => isTaken)
      .map((charge) => ({ ...charge, kind: 'CHARGE' as const, of: charge })),
    ...books.refunds
      .filter(({ state }) => state === 'SENT' || state === 'DONE')
      .map((refund) => ({ ...refund, amount: negative(refund.amount), kind: 'REFUND' as const, of: refund })),
    ...books.disputes
      .filter(({ state }) => state === 'OPEN' || state === 'LOST')
      .map((dispute) => ({ ...dispute, amount: negative(dispute.amount), kind: 'DISPUTE' as const, of: dispute })),
  ].filter(({ of }) => !matched.has(of))
  const alone = missing.map(({ day, at, kind, ref, paymentId, amount }): Comparison => ({
    ...{ day, at, kind, ref: ref ?? '', paymentId },
    ...{ provider: null, shop: amount, fee: cents(0) },
  }))
  return [...found, ...alone].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

type Match = { paymentId: PaymentId | null; amount: Cents }

/** Returns what the shop has booked for a movement. A booking matches one movement of each direction. */
function bookedOf(
  movement: DatedMovement,
  ofSameRef: readonly DatedMovement[],
  { charges, refunds, disputes }: Books,
  matched: Set<object>,
): Match | undefined {
  const { kind, ref, key, paymentRef, amount } = movement
  switch (kind) {
    case 'CHARGE':
      return take(
        charges.find(
          (charge) => charge.isTaken && (key === undefined ? charge.ref === paymentRef : charge.key === key),
        ),
        matched,
      )
    case 'REFUND': {
      const refund = refunds.find((known) => known.key === key || known.ref === ref)
      // A failed refund that was sent again has another key by now. Its money has left and come back.
      if (!refund) return netOf(ofSameRef) === 0 ? { paymentId: null, amount } : undefined
      const { state, paymentId } = refund
      // A failed refund that became smaller has another key, too. It left and came back with its amount of then.
      if (hasFailed(state) && refund.key !== key && refund.formerKeys.length > 0) return { paymentId, amount }
      if (amount > 0) return hasFailed(state) ? refund : undefined
      return state === 'SENT' || state === 'DONE' || refund.ref === ref ? outgoing(refund, matched) : undefined
    }
    case 'DISPUTE': {
      const dispute = disputes.find((known) => known.ref === ref)
      if (!dispute || dispute.state === 'INQUIRY') return undefined
      if (amount > 0) return dispute.state === 'WON' ? dispute : undefined
      return outgoing(dispute, matched)
    }
    case 'FEE':
    case 'PAYOUT':
    case 'OTHER':
      return undefined
  }
}

/** Tells whether a refund has failed at the provider. */
const hasFailed = (state: RefundState) => state === 'FAILED' || state === 'BY_HAND'

function take<Entry extends Match>(entry: Entry | undefined, matched: Set<object>): Entry | undefined {
  if (!entry || matched.has(entry)) return undefined
  matched.add(entry)
  return entry
}

function outgoing(entry: Match, matched: Set<object>): Match | undefined {
  const taken = take(entry, matched)
  return taken && { paymentId: taken.paymentId, amount: negative(taken.amount) }
}

const negative = (amount: Cents) => cents(-amount)
const netOf = (movements: readonly DatedMovement[]) => movements.reduce((sum, { amount }) => sum + amount, 0)

/** The sums of a day in cents. Negative for money that leaves. `difference`: of the provider's from the shop's. */
export type ReconciledDay = {
  day: string
  charges: Cents
  refunds: Cents
  disputes: Cents
  /** The provider's charges, refunds, disputes and others together. */
  provider: Cents
  shop: Cents
  difference: Cents
  fees: Cents
  payouts: Cents
}

/** Sums comparisons by day. Days without any have zeros. */
export function sumByDay(days: readonly string[], comparisons: readonly Comparison[]): ReconciledDay[] {
  const byDay = Map.groupBy(comparisons, ({ day }) => day)
  return days.map((day) => ({ day, ...sumsOf(byDay.get(day) ?? []) }))
}

/** Sums comparisons. */
export function sumsOf(comparisons: readonly Comparison[]): Omit<ReconciledDay, 'day'> {
  const sum = (of: (comparison: Comparison) => number) =>
    cents(comparisons.reduce((total, each) => total + of(each), 0))
  const ofKind = (kind: MovementKind) => sum((each) => (each.kind === kind ? (each.provider ?? 0) : 0))
  const isCompared = ({ kind }: Comparison) => kind !== 'FEE' && kind !== 'PAYOUT'
  const provider = sum((each) => (isCompared(each) ? (each.provider ?? 0) : 0))
  const shop = sum((each) => (isCompared(each) ? (each.shop ?? 0) : 0))
  return {
    charges: ofKind('CHARGE'),
    refunds: ofKind('REFUND'),
    disputes: ofKind('DISPUTE'),
    provider,
    shop,
    difference: cents(provider - shop),
    fees: sum(({ kind, fee, provider: amount }) => (kind === 'FEE' ? -(amount ?? 0) : fee)),
    payouts: ofKind('PAYOUT'),
  }
}

/** Tells whether provider and shop differ about a movement. */
export const isDifferent = ({ provider, shop }: Comparison): boolean => provider !== shop
