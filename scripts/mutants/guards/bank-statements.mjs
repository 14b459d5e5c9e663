const REFUNDS_OF_TRANSFERS = 'server/features/orders/statements/refunds-of-transfers.test.ts'
const READ_STATEMENTS = 'server/features/orders/statements/read-statement.test.ts'
const SETTLED_TRANSFERS = 'server/features/orders/statements/settled-transfers.test.ts'
const CHANGED_ACCOUNT = 'server/features/orders/statements/changed-account.test.ts'
const RETURNED_REFUNDS = 'server/features/orders/statements/returned-refunds.test.ts'
const ASSIGNED = 'server/features/orders/statements/assigned-meanwhile.race.test.ts'
const TAKEN_BACK = 'server/features/orders/statements/taken-back.test.ts'
const MATCHED_MOVEMENTS = 'domain/match-movements.test.ts'
const SEVERAL_REFERENCES = 'server/features/orders/statements/several-references.test.ts'

/** Guards of account statements: whose money a movement is, and which are stored already. */
export const bankStatements = [
  {
    name: 'a debit without a sign is no money that came',
    file: 'server/features/orders/statements/read-csv-statement.ts',
    code: 'isDebit ? -Math.abs(unsigned) : unsigned',
    without: 'unsigned',
    tests: READ_STATEMENTS,
  },
  {
    name: 'refunds pay back no more than the bank left',
    file: 'server/features/orders/statements/note-money.ts',
    code: '  await payBackNoMoreThan(tx, id, before - part)\n',
    without: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'refunds of a withdrawn file pay back no more than the bank left',
    file: 'server/features/orders/payments/refund-files.ts',
    code: 'if (taken !== null) await payBackNoMoreThan(tx, paymentId, taken)',
    without: 'if (taken === undefined) await payBackNoMoreThan(tx, paymentId, taken)',
    tests: TAKEN_BACK,
  },
  {
    name: 'the movement of a transfer that was settled by hand is not paid back',
    file: 'domain/bank-movements.ts',
    code: ' && !payment.hasNoCredit',
    without: '',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'a transfer that was settled by hand has one movement at most',
    file: 'server/features/orders/statements/bank-movements.sql.ts',
    code: "    .where(hasNoCredit('payments.id'))\n",
    without: '',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'a loss of a transfer that was settled by hand is no movement of its money',
    file: 'server/features/orders/payments/movement-cause.sql.ts',
    code: ' and bank_movements.amount > 0',
    without: '',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'money of a transfer that was settled by hand counts less what the bank took back before',
    file: 'server/features/orders/statements/note-money.ts',
    code: '(taken ?? amount) - missing',
    without: 'received',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'a refund that came back is no money of its order',
    file: 'server/features/orders/statements/end-movement.ts',
    code: "    if (movement.finding === 'CAME_BACK') throw problem('refund_came_back')\n",
    without: '',
    tests: RETURNED_REFUNDS,
  },
  {
    name: 'money that was assigned to another payment meanwhile is not booked to its own',
    file: 'domain/bank-movements.ts',
    code: 'return paymentId === assignedTo && ',
    without: 'return ',
    tests: ASSIGNED,
  },
  {
    name: 'a payment file names each refund that is noted as in it',
    file: 'server/features/orders/payments/refund-files.ts',
    code: 'paid.map((refund) => refund.id)',
    without: '[...locked]',
    tests: 'server/features/orders/payments/refund-files.race.test.ts',
  },
  {
    name: 'refunds that are owed become smaller when less came',
    file: 'server/features/orders/payments/pay-back-no-more-than.ts',
    code: 'const amount = cents(Math.min(refund.amount, left))',
    without: 'const { amount } = refund',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'a transfer that was assigned by hand and taken back is not paid back by a refund',
    file: 'server/features/orders/payments/movement-cause.sql.ts',
    code: " and reversal.state = 'OPEN' and ${mayUndo}",
    without: ' and false',
    tests: TAKEN_BACK,
  },
  {
    name: 'a transfer that was settled by hand and taken back is not paid back by a refund',
    file: 'server/features/orders/payments/movement-cause.sql.ts',
    code: " and finding = 'REVERSED' and state = 'OPEN'",
    without: ' and false',
    tests: TAKEN_BACK,
  },
  {
    name: 'the bank may take a transfer back by another of its references',
    file: 'server/features/orders/payments/movement-cause.sql.ts',
    code: " or ${names('movement.purpose', 'reversal.reference')}",
    without: '',
    tests: SEVERAL_REFERENCES,
  },
  {
    name: 'movements of a former account are known again',
    file: 'server/features/orders/statements/known-movements.ts',
    code: 'formerFingerprints: others.map(of)',
    without: 'formerFingerprints: others.slice(0, 0)',
    tests: CHANGED_ACCOUNT,
  },
  {
    name: 'movements are known by their reference, whatever their fingerprint',
    file: 'domain/match-movements.ts',
    code: '[...hashed(), ...named()]',
    without: 'hashed()',
    tests: CHANGED_ACCOUNT,
  },
  {
    name: 'a movement is known by all references of its purpose',
    file: 'server/features/orders/statements/known-movements.ts',
    code: 'references: found.flatMap(({ references }) => references),',
    without: 'references: found.flatMap(({ references }) => references.slice(0, 1)),',
    tests: SEVERAL_REFERENCES,
  },
  {
    name: 'a stored movement stands for one movement of a file',
    file: 'domain/match-movements.ts',
    code: '!holders.has(one) && ',
    without: '',
    tests: MATCHED_MOVEMENTS,
  },
  {
    name: 'as many movements as possible are known',
    file: 'domain/match-movements.ts',
    code: 'best ?? own.find((one) => !visited.has(one) && find(holders.get(visit(one)) ?? -1))',
    without: 'best',
    tests: MATCHED_MOVEMENTS,
  },
  {
    name: 'of equal movements the one of the same payer is known',
    file: 'domain/match-movements.ts',
    code: ' + payer\n',
    without: '\n',
    tests: MATCHED_MOVEMENTS,
  },
  {
    name: 'late money writes no invoice without a name',
    file: 'server/features/orders/payments/rebook-order.ts',
    code: "payment.lastName === ''",
    without: "payment.lastName === '-'",
    tests: 'server/features/orders/statements/late-money.test.ts',
  },
  {
    name: 'money that is not booked yet is left out of a CSV',
    file: 'server/features/orders/statements/read-csv-statement.ts',
    code: " || NOT_BOOKED.test(cell(cells, 'status'))",
    without: '',
    tests: READ_STATEMENTS,
  },
  {
    name: 'money that is not booked yet is left out of CAMT',
    file: 'server/features/orders/statements/read-camt.ts',
    code: "  if (status !== 'BOOK') return [undefined]\n",
    without: "  if (status === 'PDNG' || status === 'INFO') return [undefined]\n",
    tests: READ_STATEMENTS,
  },
  {
    name: 'money that came is noted apart from money that went back before',
    file: 'server/features/orders/payments/pay-back-no-more-than.ts',
    code: 'await updateTaken(tx, id, cents(received))',
    without: 'await updateTaken(tx, id, cents(Math.max(received, await selectPaidBack(tx, id))))',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'the rest of money that went back before it came is taken',
    file: 'domain/bank-movements.ts',
    code: 'Math.max(0, returned - taken)',
    without: '0',
    tests: SETTLED_TRANSFERS,
  },
  {
    name: 'a refund of money that came from several accounts names none of them',
    file: 'server/features/orders/payments/owed-refunds.sql.ts',
    code: "having count(distinct coalesce(payer_iban, '')) = 1",
    without: 'having count(*) > 0',
    tests: REFUNDS_OF_TRANSFERS,
  },
  {
    name: 'a transfer of a refund that was deleted since is listed',
    file: 'server/features/orders/statements/book-sent-transfers.ts',
    code: 'const refund = await lockTransferredRefund(tx, refundId)\n',
    without: 'const refund = await lockTransferredRefund(tx, refundId)\n    if (!refund) continue\n',
    tests: RETURNED_REFUNDS,
  },
  {
    name: 'a refund that came back is known by its purpose',
    file: 'server/features/orders/statements/read-csv-statement.ts',
    code: 'returned: refundTransferIn(purpose) ?? null',
    without: 'returned: null',
    tests: RETURNED_REFUNDS,
  },
]
