const HOLDS = 'server/features/holds/holds.test.ts'
const HOLD_RACES = 'server/features/holds/holds.race.test.ts'
const SALES = 'server/features/box-office/box-office.test.ts'
const CHANGED = 'server/features/box-office/changed-tickets.test.ts'

/** Guards of the box office: holds, sales, moved and refunded tickets. */
export const boxOffice = [
  {
    name: 'points that were spent are missing from all later places of a ticket',
    file: 'server/features/box-office/move-ticket.ts',
    code: '        await updateMissingPoints(tx, claim, missingPoints)\n',
    without: '',
    tests: 'server/features/box-office/changed-tickets.test.ts',
  },
  {
    name: 'points of a sale at the desk count from the start of their own show',
    file: 'server/features/box-office/record-sale.ts',
    code: 'countsFrom: endOfRefund(ticket) }',
    without: 'countsFrom: endOfRefund(tickets[0] ?? ticket) }',
    tests: SALES,
  },
  {
    name: 'a move to another price gives no points again that were spent',
    file: 'server/features/box-office/record-sale.ts',
    code: 'item.points - missingPoints',
    without: 'item.points',
    tests: CHANGED,
  },
  {
    name: 'a move to another price keeps an offered refund',
    file: 'server/features/ticket-transfers/ticket-transfers.sql.ts',
    code: ', refundable_until: former.refundableUntil }',
    without: ' }',
    tests: CHANGED,
  },
  {
    name: 'a moved ticket is not taken for a reduced one after a raise',
    file: 'domain/tickets/desk-price.ts',
    code: 'cents(Math.min(then, Math.max(paid, to.fullPrice)))',
    without: 'paid',
    tests: CHANGED,
  },
  {
    name: 'a moved ticket that was paid before mails its refund',
    file: 'server/features/box-office/move-ticket.ts',
    code: 'sale.paidBy !== null && ',
    without: "sale.paidBy === '' && ",
    tests: 'server/features/box-office/moved-payments.test.ts',
  },
  {
    name: 'a release spares reservations of customers',
    file: 'server/features/holds/holds.sql.ts',
    code: 'delete from tickets where id = any(${ticketIds}::int[]) and user_id is null',
    without: 'delete from tickets where id = any(${ticketIds}::int[])',
    tests: HOLD_RACES,
  },
  {
    name: 'a hold of several places is all or nothing',
    file: 'server/features/holds/take-for-hold.ts',
    code: '  if (seated.length < seats.length) {',
    without: '  if (Math.random() > 1) {',
    tests: HOLDS,
  },
  {
    name: 'a sale takes only places that are held',
    file: 'server/features/box-office/sell-places.ts',
    code: "  if (locked.length < held.length || !locked.every(isHeld)) throw problem('places_not_held')\n",
    without: '',
    tests: SALES,
  },
  {
    name: 'a lower price needs a reason',
    file: 'server/features/box-office/sell-places.ts',
    code: '(price < fullPrice && !reason)',
    without: 'false',
    tests: SALES,
  },
  {
    name: 'a guest gets no points',
    file: 'server/features/box-office/record-sale.ts',
    code: 'const points = hasAccount ? Math.max(0, item.points - missingPoints) : 0',
    without: 'const points = Math.max(0, item.points - missingPoints)',
    tests: SALES,
  },
  {
    name: 'no more points are withdrawn than are left',
    file: 'domain/tickets/ticket-points.ts',
    code: 'Math.min(ofPrice, balance)',
    without: 'ofPrice',
    tests: CHANGED,
  },
  {
    name: 'a moved ticket frees its standing place',
    file: 'server/features/box-office/move-ticket.ts',
    code: "      if (ticket.placeType === 'STANDING') await vacateStanding(tx, ticket)\n",
    without: '',
    tests: CHANGED,
  },
  {
    name: 'the box office releases no ticket that is being paid',
    file: 'server/features/tickets/reservations.sql.ts',
    code: "    .where('pending_order_id', 'is', null)\n",
    without: '',
    tests: 'server/features/orders/payments/opening.test.ts',
  },
]
