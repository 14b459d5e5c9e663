const WITHHELD_POINTS = 'server/features/orders/payments/withheld-points.test.ts'

/** Guards of points that open orders withhold. */
export const withheldPoints = [
  {
    name: 'points that a refund withdrew do not return with an order',
    file: 'server/features/orders/payments/return-points.ts',
    code: 'withdrawFromReturned(moved, points - pointsKept)',
    without: 'withdrawFromReturned(moved, points)',
    tests: WITHHELD_POINTS,
  },
  {
    name: 'points that a cheaper place does not earn do not return with an order',
    file: 'domain/tickets/ticket-points.ts',
    code: 'missingPoints - pointsEarned(price)',
    without: '0 * (missingPoints - pointsEarned(price))',
    tests: WITHHELD_POINTS,
  },
  {
    name: 'points of a cheaper place are withdrawn once',
    file: 'server/features/orders/payments/return-points.ts',
    code: '  for (const { id, missingPoints } of tickets) await updateMissingPoints(tx, id, missingPoints)\n',
    without: '',
    tests: WITHHELD_POINTS,
  },
  {
    name: 'an order returns all points if its customer lacked others before it began',
    file: 'server/features/orders/payments/withheld-points.sql.ts',
    code: "    .whereRef('invoices.issued_at', '>=', 'pending_orders.created_at')\n",
    without: '',
    tests: WITHHELD_POINTS,
  },
  {
    name: 'points that a paid order spent are withdrawn from another open one',
    file: 'server/features/orders/payments/apply-sighting.ts',
    code: '  await keepWithheldPoints(tx, [{ userId, points: pointsKept }])\n',
    without: '',
    tests: WITHHELD_POINTS,
  },
  {
    name: 'points of tickets cannot be spent while the start of their show is moved',
    file: 'server/features/shows/edit-show.ts',
    code: 'if (leftMs > 0 && leftMs < LONGEST_EDIT_MS) await lockCustomers',
    without: 'if (false) await lockCustomers',
    tests: 'server/features/shows/edit-show.race.test.ts',
  },
]
