import type { RefundState } from '#domain/payments/payments.ts'
import type { RefundSighting } from '#server/gateways/payments/provider.ts'

/** The states of refunds by those that a provider reports. */
export const STATE_OF_REFUND: Record<RefundSighting['state'], RefundState> = {
  sent: 'SENT',
  done: 'DONE',
  failed: 'FAILED',
}
