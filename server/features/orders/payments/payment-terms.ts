import { manualTerms, OFFERED_UNTIL_MINUTES, type PaymentTerms } from '#domain/payments/manual-payments.ts'
import { problem } from '#domain/problem.ts'
import { durationText } from '#domain/time/time-text.ts'
import type { AppContext } from '#server/context.ts'
import type { WayToPay } from './ways-to-pay.ts'

type Order = { now: Date; starts: readonly Date[] }

/** Plans when an order has to be paid. Throws `payment_method_too_late` if its first show is too soon for the way. */
export function paymentTerms(
  { settings }: Pick<AppContext, 'settings'>,
  way: WayToPay,
  { now, starts }: Order,
): PaymentTerms {
  switch (way.kind) {
    case 'online': {
      const dueAt = new Date(now.getTime() + settings.PAYMENT_MINUTES * 60_000)
      return { dueAt, heldUntil: dueAt }
    }
    case 'manual': {
      const firstStart = earliest(starts)
      const { TRANSFER_DAYS: transferDays, SHOP_TIME_ZONE: timeZone } = settings
      const terms = manualTerms(way.name, { now, firstStart, transferDays, timeZone })
      const until = durationText(OFFERED_UNTIL_MINUTES[way.name] * 60)
      if (!terms) throw problem('payment_method_too_late', { until })
      return terms
    }
  }
}

/** Returns the first of some moments. Undefined without any. */
export function earliest(moments: readonly Date[]): Date | undefined {
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
}
