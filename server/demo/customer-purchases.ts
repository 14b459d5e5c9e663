import type { UserId } from '#domain/ids.ts'
import type { BoxOffice } from './box-office.ts'
import type { CustomerPurchase } from './demo-file-schemas.ts'
import type { Purchase } from './generate-purchases.ts'
import type { ProductOnSale, ShowOnSale } from './on-sale.sql.ts'
import { showStarts } from './show-rule.ts'

type Shop = {
  shows: readonly ShowOnSale[]
  products: readonly ProductOnSale[]
  boxOffice: BoxOffice
  now: Date
  timeZone: string
}

/** Makes the demo customer's purchases as the file lists them. Throws a RangeError when one of them is impossible. */
export function customerPurchases(userId: UserId, wanted: readonly CustomerPurchase[], shop: Shop): Purchase[] {
  return wanted.map((purchase) => {
    const at = momentAgo(purchase.daysAgo, purchase.at, shop)
    const tickets = ticketsOf(purchase, at, shop)
    const refundedAt =
      purchase.refundedDaysAgo === undefined ? undefined : momentAgo(purchase.refundedDaysAgo, purchase.at, shop)
    if (refundedAt) for (const { show, place } of tickets) shop.boxOffice.giveBack(show, place)
    return {
      userId,
      at,
      paymentType: purchase.payment,
      tickets,
      products: (purchase.products ?? []).map(({ name, quantity, withPoints = false }) => {
        const product = shop.products.find((candidate) => candidate.name === name)
        if (!product) throw new RangeError(`The customer bought '${name}', which is not on sale.`)
        return { product, quantity, usePoints: withPoints }
      }),
      refundedAt,
    }
  })
}

function ticketsOf({ event, show, sector = '', tickets = 0 }: CustomerPurchase, at: Date, shop: Shop) {
  if (event === undefined) return []
  const ofEvent = shop.shows.filter(({ eventTitle }) => eventTitle === event)
  const chosen =
    show === 'last'
      ? ofEvent.findLast(({ startsAt }) => startsAt < shop.now)
      : ofEvent.find(({ startsAt }) => startsAt > shop.now)
  if (!chosen || chosen.startsAt <= at) throw new RangeError(`The customer bought tickets for '${event}' too late.`)
  return shop.boxOffice.takeIn(chosen, sector, tickets).map((place) => ({ show: chosen, place }))
}

function momentAgo(days: number, at: string, { now, timeZone }: Shop): Date {
  return showStarts({ on: 'daily', at, from: -days }, now, timeZone)[0] ?? now
}
