const OPENING = 'server/features/orders/payments/opening.test.ts'
const CLOSING = 'server/features/orders/payments/closing.test.ts'
const REFUNDS = 'server/features/orders/payments/refunds.test.ts'
const RACES = 'server/features/orders/payments/payments.race.test.ts'

const DESK = 'server/features/orders/payments/desk-payments.test.ts'

const STATEMENTS = 'server/features/orders/statements/statements.test.ts'
const LATE_MONEY = 'server/features/orders/statements/late-money.test.ts'
const ONLINE_PIECES = 'server/features/orders/payments/online-pieces.race.test.ts'
const NETWORK_PIECES = 'server/features/orders/payments/network-pieces.race.test.ts'
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
    name: 'a refund that the provider does not pay back is listed',
    file: 'server/db/payment-needs.sql.ts',
    code: "state = 'SENT' and created_at <",
    without: "state = 'SENT' and false and created_at <",
    tests: REFUNDS,
  },
  {
    name: 'a refund that is being sent is not paid by hand',
    file: 'server/features/orders/payments/refunds.sql.ts',
    code: '\n  and refunds.failure is distinct from ${UNDER_WAY})`',
    without: ')`',
    tests: REFUNDS,
  },
  {
    name: 'a refund that the provider may have is looked for before it is paid by hand',
    file: 'server/features/orders/payments/end-refund-by-hand.ts',
    code: "  if (action === 'PAID_BACK') await lookForWaiting(context, id)\n",
    without: '',
    tests: REFUNDS,
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
    code: '[lockCustomer(tx, userId), keepShows',
    without: '[userId === null && lockCustomer(tx, userId), keepShows',
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
    file: 'domain/payments/payments.ts',
    code: "  if (payment.state === 'TAKEN') return { kind: 'nothing' }\n",
    without: '',
    tests: RACES,
  },
  {
    name: 'money must have the amount of its payment',
    file: 'domain/payments/payments.ts',
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
    name: 'a payment is closed at its provider before it is settled by hand',
    file: 'server/features/orders/payments/end-by-hand.ts',
    code: "  if (action === 'SETTLED' && (await closeBeforeSettling(context, { id, by }))) return\n",
    without: '',
    tests: CLOSING,
  },
  {
    name: 'a payment that was taken needs no further look',
    file: 'server/features/orders/payments/payment-looks.sql.ts',
    code: ".where('state', '<>', 'TAKEN')",
    without: '',
    tests: CLOSING,
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
    code: ' or ${isTakenBack(paymentId)}',
    without: '',
    tests: 'server/features/orders/payments/refund-files.test.ts',
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
    name: 'refunds go to the account whose money paid the order',
    file: 'server/features/orders/payments/owed-refunds.sql.ts',
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
    name: 'events are looked for from where the last look ended',
    file: 'server/features/orders/payments/provider-events.sql.ts',
    code: '(select looked_until from event_looks where provider = ${provider})',
    without: '(select max(received_at) from provider_events where provider = ${provider})',
    tests: CLOSING,
  },
  {
    name: 'a ticket that is being paid is not released',
    file: 'server/features/tickets/cancelled-reservations.sql.ts',
    code: "where state = 'RESERVED' and pending_order_id is null",
    without: "where state = 'RESERVED'",
    tests: OPENING,
  },
  {
    name: 'an error of a provider is noted in a turn',
    file: 'server/features/orders/payments/ask-provider.ts',
    code: 'Promise.allSettled([ask()])',
    without: 'Promise.all([ask().then((value) => ({ status: "fulfilled", value }))])',
    tests: 'server/features/orders/payments/ask-provider.test.ts',
  },
  {
    name: 'an answer of a provider is kept although no other turn comes',
    file: 'server/features/orders/payments/ask-provider.ts',
    code: 'if (!answer) throw error',
    without: 'throw error',
    tests: 'server/features/orders/payments/ask-provider.test.ts',
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
    file: 'domain/payments/manual-payments.ts',
    code: 'held < limit ? undefined',
    without: 'held < limit + 1_000 ? undefined',
    tests: 'server/features/orders/payments/transfers.test.ts',
  },
  {
    name: 'unpaid orders withhold few pieces',
    file: 'domain/payments/manual-payments.ts',
    code: 'added.pieces > 0 && ',
    without: 'added.pieces > 1_000 && ',
    tests: 'server/features/orders/payments/transfers.test.ts',
  },
  {
    name: 'unpaid orders of a client network hold a share of a product',
    file: 'server/features/orders/payments/network-pieces.ts',
    code: ' > limit) throw problem',
    without: ' > limit + 1_000) throw problem',
    tests: NETWORK_PIECES,
  },
  {
    name: 'online payments of a client network hold a share of a product',
    file: 'server/features/orders/payments/start-payment.ts',
    code: 'lines.length > 0 ? limitedNetwork',
    without: "lines.length > 0 && kind === 'manual' ? limitedNetwork",
    tests: ONLINE_PIECES,
  },
  {
    name: 'online payments take no room from orders that wait for days',
    file: 'server/features/orders/payments/network-pieces.ts',
    code: 'PURPOSES[kind]',
    without: 'PURPOSES.manual',
    tests: ONLINE_PIECES,
  },
  {
    name: 'unpaid pieces of a client network are counted under the lock of the product',
    file: 'server/features/orders/items-to-buy.ts',
    code: '    lockProductsOfLines(tx, userIds, ids),\n',
    without: '    userIds.length === 0 && lockProductsOfLines(tx, userIds, ids),\n',
    tests: NETWORK_PIECES,
  },
  {
    name: 'an order that ends forgets its client network',
    file: 'server/features/orders/payments/pending-orders.sql.ts',
    code: '      client_network: null,\n',
    without: '',
    tests: NETWORK_PIECES,
  },
  {
    name: 'the name of an order stays while its money is to be refunded',
    file: 'server/features/orders/payments/pending-names.sql.ts',
    code: ".where('user_id', '=', userId).where(owesNothing)",
    without: ".where('user_id', '=', userId)",
    tests: 'server/features/orders/payments/closing.test.ts',
  },
]
