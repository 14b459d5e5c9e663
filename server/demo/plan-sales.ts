import { PAYMENT_TYPES, type PaymentType } from '#domain/payment-types.ts'
import { dateText } from '#domain/time-text.ts'
import type { UserId } from '#domain/ids.ts'
import type { BoxOffice, PlaceOnSale, ProductOnSale, ShowOnSale } from './box-office.ts'
import { type Random, randomFrom } from './random.ts'

/** What somebody bought at one moment. Refunded: its tickets went back then. */
export type Purchase = {
  userId: UserId
  at: Date
  paymentType: PaymentType
  tickets: readonly { show: ShowOnSale; place: PlaceOnSale }[]
  products: readonly { product: ProductOnSale; quantity: number; usePoints: boolean }[]
  refundedAt?: Date | undefined
}

type Market = {
  shows: readonly ShowOnSale[]
  products: readonly ProductOnSale[]
  buyers: readonly UserId[]
  boxOffice: BoxOffice
  now: Date
  /** Whose days are counted. */
  timeZone: string
}

const DAY_MS = 86_400_000
const DAYS_BACK = 28
const DAYS_AHEAD = 24
const PARTY_SIZES = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6]

/**
 * What others bought these weeks: most of it for the shows of the next days, something for everything to come. As much at
 * any hour of the day.
 */
export function planSales({ shows, products, buyers, boxOffice, now, timeZone }: Market): Purchase[] {
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

/** How many tickets a show has sold: by its house, its event's fame, and how near it is. */
function demandFor(
  show: ShowOnSale,
  { daysAhead, isNext, capacity }: { daysAhead: number; isNext: boolean; capacity: number },
): number {
  const fame = randomFrom(show.eventTitle).between(0.35, 1.2)
  const crowd = capacity < 200 ? capacity * 0.75 : Math.sqrt(capacity) * 7
  if (daysAhead < -DAYS_BACK) return 0
  if (daysAhead < 0) return Math.round(crowd * fame * 0.3)
  const near = daysAhead < DAYS_AHEAD ? 1 - daysAhead / (DAYS_AHEAD * 1.3) : 0
  return Math.round(Math.min(capacity * 0.94, crowd * fame * Math.max(near, isNext ? 0.12 : 0)))
}

/** A moment in the weeks before a show, rather late than early, and not in the future. */
function momentBefore(startsAt: Date, now: Date, random: Random): Date {
  const end = Math.min(startsAt.getTime() - 3_600_000, now.getTime() - 600_000)
  const ago = random.share() ** 1.7 * 26 * DAY_MS
  return new Date(Math.floor((end - ago) / 1000) * 1000)
}

/** The things in the shop, and who has how many of them. */
class Shelf {
  readonly #products: readonly ProductOnSale[]
  readonly #bought = new Map<string, number>()

  constructor(products: readonly ProductOnSale[]) {
    this.#products = products.filter(({ stock }) => stock > 0)
  }

  /** One or two of a thing for money, unless the buyer has enough of it. */
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
