const OPENING = 'server/features/orders/payments/opening.test.ts'
const CLOSING = 'server/features/orders/payments/closing.test.ts'
const DISPUTES = 'server/features/orders/payments/disputes.test.ts'
const PARTIAL_DISPUTES = 'server/features/orders/payments/partial-disputes.test.ts'
const REFUNDS = 'server/features/orders/payments/refunds.test.ts'
const RACES = 'server/features/orders/payments/payments.race.test.ts'

const DESK = 'server/features/orders/payments/desk-payments.test.ts'

const STATEMENTS = 'server/features/orders/statements/statements.test.ts'
const LATE_MONEY = 'server/features/orders/statements/late-money.test.ts'
const MOVED_SHOWS = 'server/features/orders/payments/moved-show.race.test.ts'
const REFUNDS_OF_TRANSFERS = 'server/features/orders/statements/refunds-of-transfers.test.ts'

/** Guards of payments. */
export const payments = [
  {
    name: 'a movement of the bank account is stored once',
    file: 'server/features/orders/statements/bank-movements.sql.ts',
    code: '  const added = movements.filter(({ isKnown }) => !isKnown)\n',
    without: '  const added = movements\n',
    tests: STATEMENTS,
  },
  {
    name: 'statements are booked one after the other',
    file: 'server/features/orders/statements/book-statement.ts',
    code: '    await lockStatements(tx)\n',
    without: '',
    tests: STATEMENTS,
  },
  {
    name: 'refunds pay back no more than came',
    file: 'server/features/orders/payments/insert-refunds.sql.ts',
    code: 'least(owed, left_over)',
    without: 'owed',
    tests: REFUNDS_OF_TRANSFERS,
  },
  {
    name: 'a refund does not pay what a lost dispute took',
    file: 'server/features/orders/payments/dispute-shares.sql.ts',
    code: ' - ${lostToDisputes(`${payments}.id`)}',
    without: '',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'a refund that waited does not pay what the dispute took',
    file: 'server/features/orders/payments/end-lost-dispute.ts',
    code: '    await settleByDisputes(tx, id)\n',
    without: '',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'unpaid orders at the box office are limited',
    file: 'server/features/orders/payments/start-payment.ts',
    code: '    if (objection) throw objection\n',
    without: '    if (objection === null) throw objection\n',
    tests: DESK,
  },
  {
    name: 'unpaid orders at the box office are counted under the lock of the customer',
    file: 'server/features/orders/payments/start-payment.ts',
    code: '        lockCustomer(tx, userId),\n',
    without: '        userId === null ? lockCustomer(tx, userId) : undefined,\n',
    tests: DESK,
  },
  {
    name: 'an order is booked once at the box office',
    file: 'server/features/orders/payments/settle-at-desk.ts',
    code: "if (payment.state !== 'OPEN') throw problem('payment_ended')",
    without: '',
    tests: DESK,
  },
  {
    name: 'a payment that was taken is not booked again',
    file: 'domain/payments.ts',
    code: "  if (payment.state === 'TAKEN') return { kind: 'nothing' }\n",
    without: '',
    tests: RACES,
  },
  {
    name: 'money must have the amount of its payment',
    file: 'domain/payments.ts',
    code: 'taken?.amount !== amount',
    without: 'taken === undefined',
    tests: REFUNDS,
  },
  {
    name: 'a payment is closed at its provider before its places are released',
    file: 'server/features/orders/payments/look-at-payment.ts',
    code: 'provider.close(ref, timeoutMs)',
    without: "Promise.resolve({ state: 'closed', refunds: [], disputes: [], ref } as const)",
    tests: RACES,
  },
  {
    name: 'a step of a payment locks its order before it reads the state',
    file: 'server/features/orders/payments/payments.sql.ts',
    code: "  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()\n  await tx.selectFrom('pending_orders').select('id').where('id', '=', pendingOrderId).forNoKeyUpdate().execute()\n",
    without:
      "  await tx.selectFrom('users').select('id').where('id', '=', userId).where('id', '=', pendingOrderId as never).execute()\n",
    tests: RACES,
  },
  {
    name: 'a payment that was taken needs no further look',
    file: 'server/features/orders/payments/payment-looks.sql.ts',
    code: ".where('state', '<>', 'TAKEN')",
    without: '',
    tests: CLOSING,
  },
  {
    name: 'late money takes no place of another customer',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'if (seatIds.length < seated.length || places.length < placeIds.length) return false',
    without: 'if (places.length < placeIds.length) return false',
    tests: RACES,
  },
  {
    name: 'a shop that takes money simulates no payments',
    file: 'server/processes/open-server.ts',
    code: '    await requirePayments(db, settings)\n',
    without: '',
    tests: 'server/features/orders/payments/require-payments.test.ts',
  },
  {
    name: 'a transfer that the bank took back is not paid back by a refund',
    file: 'server/features/orders/payments/refunds.sql.ts',
    code: "bank_movements.finding = 'REVERSED'",
    without: 'false',
    tests: 'server/features/orders/payments/refund-files.test.ts',
  },
  {
    name: 'late money buys nothing that another order is for',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: '    if (await hasOtherOrderOfItems(tx, payment)) return false\n',
    without: '',
    tests: LATE_MONEY,
  },
  {
    name: 'late money buys nothing that its customer has bought at once',
    file: 'server/features/orders/payments/late-orders.sql.ts',
    code: 'where ended.id = ${pendingOrderId}',
    without: 'where false',
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
    name: 'a movement that fails keeps no other from being booked',
    file: 'server/features/orders/statements/book-statement.ts',
    code: 'if (isFaultOfAll(error)) throw error',
    without: 'throw error',
    tests: LATE_MONEY,
  },
  {
    name: 'the items of a paid order are read after their lock',
    file: 'server/features/orders/payments/apply-sighting.ts',
    code: '  return selectPendingItems(tx, id)\n',
    without: '  return { tickets, lines }\n',
    tests: MOVED_SHOWS,
  },
  {
    name: 'late money is booked with the present start of its show',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: 'withId({ ...ticket, startsAt: show.startsAt }, id)',
    without: 'withId(ticket, id)',
    tests: MOVED_SHOWS,
  },
  {
    name: 'refunds go to the account whose money paid the order',
    file: 'server/features/orders/payments/refunds.sql.ts',
    code: 'from payment_steps join bank_movements on bank_movements.id = ${causingMovement}',
    without: 'from payment_steps join bank_movements on bank_movements.payment_id = payments.id',
    tests: 'server/features/orders/payments/refund-files.test.ts',
  },
  {
    name: 'a refunded ticket sends its money back',
    file: 'server/features/tickets/refund-ticket.ts',
    code: '      await insertRefunds(tx, [invoiceId])\n',
    without: '',
    tests: REFUNDS,
  },
  {
    name: 'a ticket of a disputed payment is not refunded by its customer',
    file: 'server/features/tickets/refund-ticket.ts',
    code: "      if (sale.isDisputed) throw problem('payment_disputed')\n",
    without: '',
    tests: DISPUTES,
  },
  {
    name: 'a refund that is due waits for the end of a dispute',
    file: 'server/features/orders/payments/send-refund.ts',
    code: "  if (refund.state === 'DUE' && refund.isDisputed) return scheduleRefund(db, id, DISPUTE_LOOK_SECONDS, WAITS)\n",
    without: '',
    tests: DISPUTES,
  },
  {
    name: 'a lost dispute cancels no more than the bank took',
    file: 'server/features/orders/payments/end-lost-dispute.ts',
    code: "    if (chosen > taken) throw problem('dispute_smaller', { chosen, taken })\n",
    without: '',
    tests: DISPUTES,
  },
  {
    name: 'events are looked for from where the last look ended',
    file: 'server/features/orders/payments/provider-events.sql.ts',
    code: '(select looked_until from event_looks where provider = ${provider})',
    without: '(select max(received_at) from provider_events where provider = ${provider})',
    tests: CLOSING,
  },
  {
    name: 'a ticket that is being paid is not released',
    file: 'server/features/tickets/reservations.sql.ts',
    code: "    .where('pending_order_id', 'is', null)\n",
    without: '',
    tests: OPENING,
  },
  {
    name: 'an account that is paying is not deleted',
    file: 'server/features/users/delete-user.ts',
    code: "    if (await hasPendingOrder(tx, userId)) throw problem('payment_under_way')\n",
    without: '',
    tests: CLOSING,
  },
  {
    name: 'a look that began before the last stored one changes no refund',
    file: 'server/features/orders/payments/apply-sighting.ts',
    code: 'if (number > payment.lastLook) {',
    without: 'if (number > 0) {',
    tests: REFUNDS,
  },
  {
    name: 'a refund is searched under its former keys',
    file: 'server/gateways/payments/provider.ts',
    code: "seen.key === key || formerKeys.includes(seen.key ?? '')",
    without: 'seen.key === key',
    tests: REFUNDS,
  },
  {
    name: 'unpaid transfers of a customer are limited',
    file: 'domain/manual-payments.ts',
    code: 'held < limit ? undefined',
    without: 'held < limit + 1_000 ? undefined',
    tests: 'server/features/orders/payments/transfers.test.ts',
  },
  {
    name: 'unpaid orders withhold few pieces',
    file: 'domain/manual-payments.ts',
    code: 'added.pieces > 0 && ',
    without: 'added.pieces > 1_000 && ',
    tests: 'server/features/orders/payments/transfers.test.ts',
  },
  {
    name: 'the payments that a customer opens are limited',
    file: 'server/features/orders/payments/start-payment.ts',
    code: '} else if (!(await insertAttemptWithRoom',
    without: '} else if (false && !(await insertAttemptWithRoom',
    tests: 'server/features/orders/payments/closing.test.ts',
  },
  {
    name: 'giving up a payment many times at once asks the provider once',
    file: 'server/features/orders/payments/ask-about-payment.ts',
    code: '`ask about payment ${id} of ${userId}`',
    without: '`ask about payment ${id} of ${userId} ${Math.random()}`',
    tests: 'server/features/orders/payments/closing.test.ts',
  },
]
