/** A bought ticket. `refundableUntil`: null unless a refund was offered after a change of its show. */
type Refundable = { startsAt: Date; refundableUntil: Date | null }

/** Returns the end of a customer's right to refund a ticket: the start of its show, or an offered later time. */
export function endOfRefund({ startsAt, refundableUntil }: Refundable): Date {
  return refundableUntil && refundableUntil > startsAt ? refundableUntil : startsAt
}

/**
 * Tells whether a ticket that its buyer gave away is of use to the person who has it: until its show ends. From then on
 * the buyer can refund it, if that was offered and nobody came with it.
 */
export function isOfUse({ endsAt }: { endsAt: Date }, now: Date): boolean {
  return now < endsAt
}

/** Tells whether a customer can still refund a ticket. Its points count from the moment when this ends. */
export function isRefundable(ticket: Refundable, now: Date): boolean {
  return now < endOfRefund(ticket)
}
