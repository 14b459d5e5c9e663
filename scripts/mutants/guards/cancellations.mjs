const REFUNDS = 'server/features/cancellations/cancellations.test.ts'

/** Guards of cancelled shows: nothing is sold any more, and nothing is refunded twice. */
export const cancellations = [
  {
    name: 'a cancelled show withdraws spent points of moved tickets that came back',
    file: 'domain/shows/cancelled-show.ts',
    code: 'ticket.missingPoints > 0 && ticket.isCounted',
    without: 'false',
    tests: 'server/features/orders/payments/withheld-points.test.ts',
  },
  {
    name: 'a run reads again under the lock which tickets are sold',
    file: 'server/features/cancellations/cancellations.sql.ts',
    code: "event_show_id = ${showId} and state = 'BOUGHT' and invoice_id = any",
    without: 'event_show_id = ${showId} and invoice_id = any',
    tests: REFUNDS,
  },
  {
    name: 'nothing of a cancelled show is ordered',
    file: 'server/features/orders/items-to-buy.ts',
    code: "if (tickets.some(({ cancelledAt }) => cancelledAt !== null)) throw problem('show_cancelled')",
    without: '',
    tests: REFUNDS,
  },
  {
    name: 'a stopped cancellation is resumed',
    file: 'server/features/cancellations/resume-cancellations.ts',
    code: 'await enqueueRefunds(db, show)',
    without: 'void show',
    tests: REFUNDS,
  },
  {
    name: 'no more points are withdrawn than are left',
    file: 'domain/shows/cancelled-show.ts',
    code: 'Math.min(line.points, Math.floor(Math.max(0, balance) / quantity))',
    without: 'line.points',
    tests: REFUNDS,
  },
]
