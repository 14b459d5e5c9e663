import type { Seller } from '#contract/invoices.ts'
import { placeText } from '#contract/problems.ts'
import type { PlaceName } from '#domain/problem.ts'
import { dateTimeText } from '#domain/time-text.ts'
import type { Settings } from '#server/env.ts'

type SoldTicket = PlaceName & { eventTitle: string; startsAt: Date; timeZone: string }

/** How an invoice names a ticket: "The Seagull, 2026/05/01 19:30, Stalls, row C, seat 14". */
export function ticketText({ eventTitle, startsAt, timeZone, ...place }: SoldTicket): string {
  return `${eventTitle}, ${dateTimeText(startsAt, timeZone)}, ${placeText(place)}`
}

/** Who sells, as every invoice says it. */
export function sellerOf(settings: Settings): Seller {
  return {
    name: settings.SELLER_NAME,
    address: settings.SELLER_ADDRESS,
    vatId: settings.SELLER_VAT_ID,
    email: settings.SELLER_EMAIL,
  }
}
