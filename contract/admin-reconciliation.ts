import * as z from 'zod/mini'
import { lengthOf } from '#domain/accounting/figures-period.ts'
import type { Cents } from '#domain/money.ts'
import { MAX_RECONCILED_DAYS, MOVEMENT_KINDS } from '#domain/payments/reconciliation.ts'
import { dayText } from './days.ts'
import { endpoint } from './endpoint.ts'
import { momentOut, nothing } from './fields.ts'
import { paymentId } from './ids.ts'

/** The first and the last day to compare, in the shop's time zone. By default the last seven days. */
export const reconciledDays = z.object({ firstDay: z.optional(dayText), lastDay: z.optional(dayText) }).check(
  z.refine(({ firstDay: from, lastDay: to }) => !from || !to || from <= to, {
    path: ['lastDay'],
    error: 'The last day must not be before the first',
  }),
  z.refine(({ firstDay: from, lastDay: to }) => !from || !to || lengthOf({ from, to }) <= MAX_RECONCILED_DAYS, {
    path: ['lastDay'],
    error: `The period must not be longer than ${MAX_RECONCILED_DAYS} days`,
  }),
)

/** Cents, negative for money that leaves the balance. */
const balance = z.number() as unknown as z.ZodMiniType<Cents, number>

const sums = {
  charges: balance,
  refunds: balance,
  disputes: balance,
  /** The provider's charges, refunds, disputes and other movements together. */
  provider: balance,
  /** The shop's bookings of the same kinds. */
  shop: balance,
  difference: balance,
  /** The provider's fees. */
  fees: balance,
  /** Paid out to the bank account. */
  payouts: balance,
}

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/admin/payments/reconciliation',
  summary:
    'Compare the movements of the balance at each provider with the payments, refunds and disputes of the shop, by day and to ' +
    'the cent. Fees and payouts are not compared.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: reconciledDays,
  body: nothing,
  reply: z.object({
    firstDay: z.string(),
    lastDay: z.string(),
    /** The providers whose balance the shop may not read. */
    unread: z.readonly(z.array(z.string())),
    /** One for each other provider, in the order of `PAYMENTS`. */
    reports: z.array(
      z.object({
        provider: z.string(),
        /** Null if the provider did not answer. */
        found: z.nullable(
          z.object({
            total: z.object(sums),
            /** All days of the period, the oldest first. */
            days: z.array(z.object({ day: z.string(), ...sums })),
            /** The movements that provider and shop have differently, oldest first. */
            differences: z.array(
              z.object({
                at: momentOut,
                kind: z.enum(MOVEMENT_KINDS),
                /** The provider's reference. Empty if it has none. */
                ref: z.string(),
                paymentId: z.nullable(paymentId),
                /** Cents at the provider. Null if it has no such movement. */
                provider: z.nullable(balance),
                /** Cents in the shop's books. Null if it knows nothing of the movement. */
                shop: z.nullable(balance),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  status: 200,
  problems: ['invalid_fields'],
})

export const exportReconciliation = endpoint({
  method: 'GET',
  path: '/admin/payments/reconciliation/movements',
  summary: "Export the movements at the providers and the shop's bookings as CSV. The log names the export.",
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: reconciledDays,
  body: nothing,
  reply: z.string(),
  status: 200,
  problems: ['invalid_fields', 'provider_silent'],
})
