import type { PaymentId } from '#domain/ids.ts'

/** Names a payment in the log of changes. */
export const paymentRecord = ({ id, provider }: { id: PaymentId; provider: string }) =>
  ({ kind: 'PAYMENT', id, name: `${provider} ${id}` }) as const
