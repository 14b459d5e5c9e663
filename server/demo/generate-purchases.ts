import type { UserId } from '#domain/ids.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/payments/payment-types.ts'
import { dateText } from '#domain/time/time-text.ts'
import type { BoxOffice } from './box-office.ts'
import type { PlaceOnSale, ProductOnSale, ShowOnSale } from './on-sale.sql.ts'
import { type Random, randomFrom } from './random.ts'

/** Tickets and products that one customer bought together. All tickets were refunded at `refundedAt`. */
export type Purchase = {
  userId: UserId
  at: Date
  paymentType: PaymentType
  tickets: readonly { show: ShowOnSale; place: PlaceOnSale }[]
  products: readonly { product: ProductOnSale; quantity: number; usePoints: boolean }[]
  refundedAt?: Date | undefined
}

type GeneratePurchasesInput = {
  shows: readonly ShowOnSale[]
  products: readonly ProductOnSale[]
  buyers: readonly UserId[]
  boxOffice: BoxOffice
  now: Date
  /** Decides on which day a moment falls. */
  timeZone: string
}

const DAY_MS = 86_400_000
const DAYS_BACK = 28
const DAYS_AHEAD = 24
const PARTY_SIZES = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6]

/**
 * Generates purchases of random buyers in the past weeks: many for the next days' shows, some for each coming event.
 * Tickets depend on the day of `now` only, not on its hour.
 */
export function generatePurchases(input: GeneratePurchasesInput): Purchase[] {
  const { shows, products, buyers, boxOffice, now, timeZone } = input
  const dayOf = (moment: Date) => Date.parse(dateText(moment, timeZone).replaceAll('/', '-')) / DAY_MS
  const today = dayOf(now)
  const random = randomFrom('the audience')
  const shelf = new Shelf(products)
  const seen = new Set<string>()
  return shows.flatMap((show) => {
    const daysAhead = dayOf(show.startsAt) - today
    const isNext = daysAhead >= 0 && !seen.has(show.eventTitle)
    if (isNext) seen.add(show.eventTitle)
    let left = demandFor(show, { daysAhead, isNext, capacity: boxOffice.capacityOf(show) })
    const purchases: Purchase[] = []
    while (left > 0) {
      const places = boxOffice.takeSome(show, Math.min(left, random.pick(PARTY_SIZES)), random)
      left -= places.length || 2
      if (places.length === 0) continue
      const userId = random.pick(buyers)
      purchases.push({
        userId,
        at: momentBefore(show.startsAt, now, random),
        paymentType: random.pick(PAYMENT_TYPES),
        tickets: places.map((place) => ({ show, place })),
        products: random.share() < 0.06 ? shelf.take(userId, random) : [],
      })
    }
    return purchases
  })
}

/** Computes a show's sold tickets from its capacity, the days until it and a random popularity of its event. */
function demandFor(
  show: ShowOnSale,
  { daysAhead, isNext, capacity }: { daysAhead: number; isNext: boolean; capacity: number },
): number {
  const popularity = randomFrom(show.eventTitle).between(0.35, 1.2)
  const crowd = capacity < 200 ? capacity * 0.75 : Math.sqrt(capacity) * 7
  if (daysAhead < -DAYS_BACK) return 0
  if (daysAhead < 0) return Math.round(crowd * popularity * 0.3)
  const near = daysAhead < DAYS_AHEAD ? 1 - daysAhead / (DAYS_AHEAD * 1.3) : 0
  return Math.round(Math.min(capacity * 0.94, crowd * popularity * Math.max(near, isNext ? 0.12 : 0)))
}

/** Picks a moment in the 26 days before a show and before now. Later moments are more likely. */
function momentBefore(startsAt: Date, now: Date, random: Random): Date {
  const end = Math.min(startsAt.getTime() - 3_600_000, now.getTime() - 600_000)
  const ago = random.share() ** 1.7 * 26 * DAY_MS
  return new Date(Math.floor((end - ago) / 1000) * 1000)
}

/** Tracks how many pieces of each product each buyer has. */
class Shelf {
  readonly #products: readonly ProductOnSale[]
  readonly #bought = new Map<string, number>()

  constructor(products: readonly ProductOnSale[]) {
    this.#products = products.filter(({ stock }) => stock > 0)
  }

  /** Takes one or two pieces of a random product. Returns an empty list above the product's limit per customer. */
  take(userId: UserId, random: Random): Purchase['products'] {
    const product = random.pick(this.#products)
    const quantity = random.whole(1, 2)
    const key = `${userId} ${product.id}`
    const had = this.#bought.get(key) ?? 0
    if (had + quantity > product.itemsPerCustomer) return []
    this.#bought.set(key, had + quantity)
    return [{ product, quantity, usePoints: false }]
  }
}
