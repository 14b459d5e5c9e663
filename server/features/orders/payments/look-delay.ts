import { isManualMethod } from '#domain/payments/manual-payments.ts'
import { lookDelaySeconds } from '#domain/payments/payments.ts'
import type { PaymentRow } from './payments.sql.ts'

/** Returns the seconds until the next look at a payment. One without a provider is only looked at when it ends. */
export function lookDelay({ provider, secondsLeft }: PaymentRow, looks: number): number {
  return isManualMethod(provider) ? Math.max(1, secondsLeft) : lookDelaySeconds(looks)
}
