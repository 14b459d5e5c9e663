const DISPUTES = 'server/features/orders/payments/disputes.test.ts'
const PARTIAL_DISPUTES = 'server/features/orders/payments/partial-disputes.test.ts'

/** Guards of disputes: what the bank took goes back no second time. */
export const disputes = [
  {
    name: 'a failed refund that a dispute made smaller is no difference in the reconciliation',
    file: 'domain/payments/reconciliation.ts',
    code: 'if (hasFailed(state) && refund.key !== key && refund.formerKeys.length > 0)',
    without: "if (state === 'OWED')",
    tests: 'server/features/orders/payments/reconciliation.test.ts',
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
    name: 'a refund counts as paid by the disputes that took its money, each up to its amount',
    file: 'server/features/orders/payments/end-lost-dispute.ts',
    code: 'Math.max(0, cost - dispute.amount)',
    without: 'Math.max(0, chosen - dispute.amount)',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'a ticket of a disputed payment is not refunded by its customer',
    file: 'server/features/tickets/refund-ticket.ts',
    code: "      if (sale.isDisputed) throw problem('payment_disputed')\n",
    without: '',
    tests: DISPUTES,
  },
  {
    name: 'a refund is not sent if the provider knows a dispute that the shop does not',
    file: 'server/gateways/payments/mollie.ts',
    code: '      refuseDisputed(disputes, { endedDisputes })\n',
    without: '',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'a refund goes on after the end of a lost dispute that the provider still names',
    file: 'server/gateways/payments/provider.ts',
    code: " || (state === 'lost' && endedDisputes.includes(ref))",
    without: '',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'a refund that is due waits for the end of a dispute',
    file: 'server/features/orders/payments/send-refund.ts',
    code: "  if (refund.state === 'DUE' && refund.isDisputed) return scheduleRefund(db, id, DISPUTE_LOOK_SECONDS, WAITS)\n",
    without: '',
    tests: DISPUTES,
  },
  {
    name: 'a dispute does not end while a refund of its payment is being sent',
    file: 'server/features/orders/payments/end-lost-dispute.ts',
    code: "    if (await isRefundUnderWay(tx, id)) throw problem('refund_under_way')\n",
    without: '',
    tests: PARTIAL_DISPUTES,
  },
  {
    name: 'a lost dispute cancels no more than the bank took',
    file: 'server/features/orders/payments/end-lost-dispute.ts',
    code: "    if (chosen > dispute.left) throw problem('dispute_smaller', { chosen, taken: dispute.left })\n",
    without: '',
    tests: DISPUTES,
  },
]
