const RACES = 'server/features/orders/payments/payments.race.test.ts'
const MOVED_SHOWS = 'server/features/orders/payments/moved-show.race.test.ts'
const LATE_MONEY = 'server/features/orders/statements/late-money.test.ts'
const LATE_OFFERS = 'server/features/orders/statements/late-offers.test.ts'

/** Guards of money that comes after its order was given up. */
export const lateMoney = [
  {
    name: 'late money takes no place of another customer',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'if (seatIds.length < seated.length || places.length < placeIds.length) return false',
    without: 'if (places.length < placeIds.length) return false',
    tests: RACES,
  },
  {
    name: 'late money buys nothing that another order is for',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: '    if (await hasOtherOrderOfItems(tx, payment)) return false\n',
    without: '',
    tests: LATE_MONEY,
  },
  {
    name: 'late money for an order that ended long ago goes back',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: '    if (!(await hasEndedOfLate(tx, pendingOrderId))) return false\n',
    without: '',
    tests: LATE_OFFERS,
  },
  {
    name: 'late money buys no place that costs more',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: '(priceOf.get(placeId) ?? 0) > item.price',
    without: 'false',
    tests: LATE_OFFERS,
  },
  {
    name: 'late money buys no place that is off sale',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'isOnSale(show, now) && (saleStartsAt === null || saleStartsAt <= now) && !needsPass',
    without: 'true',
    tests: LATE_OFFERS,
  },
  {
    name: 'late money buys no product that is off sale or costs more',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: '    if (!sold.every((item) => costsNoMore(offers.get(item.productId), item))) return false\n',
    without: '',
    tests: LATE_OFFERS,
  },
  {
    name: 'late money buys nothing that its customer has bought at once',
    file: 'server/features/orders/payments/late-orders.sql.ts',
    code: 'bought.merchandise_product_id = item.merchandise_product_id',
    without: 'false',
    tests: LATE_MONEY,
  },
  {
    name: 'late money buys no standing place that its customer has bought anew',
    file: 'server/features/orders/payments/late-orders.sql.ts',
    code: 'tickets.bought_at >= ended.ended_at',
    without: 'false',
    tests: LATE_MONEY,
  },
  {
    name: 'late money buys nothing that its customer has ordered anew',
    file: 'server/features/orders/payments/late-orders.sql.ts',
    code: "other.state = 'OPEN'",
    without: 'false',
    tests: LATE_MONEY,
  },
  {
    name: 'a show is kept while late money may buy its places',
    file: 'server/features/shows/admin-shows.sql.ts',
    code: ' + (select count(*) ${lateItemsOf(sql`${showId}::int`)})',
    without: '',
    tests: LATE_MONEY,
  },
  {
    name: 'late money buys no more free tickets than a customer may have',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'if (held + free > limit) return undefined',
    without: '',
    tests: LATE_MONEY,
  },
  {
    name: 'late money buys no more than a customer may have',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: ' || (await exceedsLimits(tx, userId, sold))',
    without: '',
    tests: LATE_MONEY,
  },
  {
    name: 'late money is booked with the present start of its show',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'withId({ ...ticket, startsAt: show.startsAt }, id)',
    without: 'withId(ticket, id)',
    tests: MOVED_SHOWS,
  },
]
