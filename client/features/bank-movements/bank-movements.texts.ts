import { MAX_STATEMENT_BYTES } from '#contract/admin-bank-statements.ts'
import { cents, euro } from '#domain/money.ts'
import { counted } from '#domain/number-text.ts'
import type { MovementFinding, MovementState } from '#domain/payments/payments.ts'

const findings: Record<MovementFinding, string> = {
  EXACT: 'Pays an order exactly',
  AMOUNT: 'Not the amount of the order: accept it, or pay it back',
  DOUBLE: 'The order is paid already: pay it back',
  UNKNOWN: 'No known reference: assign it to a payment, pay it back, or ignore it',
  REVERSED: 'Money that was taken back: assign it to its payment, or look at the account',
  SENT: 'Paid a refund back',
  NOT_OWED: 'The refund was paid by another transfer, is not owed any more, or has another amount: get the money back',
  CAME_BACK: 'A refund that came back: pay it in another way, then book that as paid back',
}

/** Some banks do not name the transfer that came back. */
const cameBack = `Money that came back. ${findings.CAME_BACK}. Assign it only if the bank had taken it from a payment`

const states: Record<MovementState, string> = {
  OPEN: 'Open',
  BOOKED: 'Booked',
  PAID_BACK: 'Paid back',
  IGNORED: 'Ignored',
}

/** The counts in the summary of a statement. */
type Counted = 'fitting' | 'left' | 'known' | 'refunds' | 'skipped'

const movements = (count: number) => counted(count, 'movement', 'movements')

/** Texts of the movements of the bank account. */
export const texts = {
  search: 'Search by payer, IBAN or purpose',
  show: 'Show',
  shows: { needed: 'That need somebody', all: 'All' },
  none: 'No movements found.',
  noneYet: 'No account statement was booked yet.',
  meaning: ({ finding, amount }: { finding: MovementFinding; amount: number }) =>
    finding === 'REVERSED' && amount > 0 ? cameBack : findings[finding],
  states,
  amount: (amount: number) => `${amount < 0 ? '−' : ''}${euro(cents(Math.abs(amount)))}`,
  open: (amount: number) => `${euro(cents(amount))} open`,
  nobody: 'Payer unknown',
  payment: (id: number) => `Payment ${id}`,

  file: 'Account statement',
  fileHint: `CAMT.053 (XML) or CSV of your bank, at most ${MAX_STATEMENT_BYTES / 1_000_000} MB. Nothing is booked before you have seen it.`,
  fileTooLarge: `This file has more than ${MAX_STATEMENT_BYTES / 1_000_000} MB.`,
  upload: 'Upload a statement',
  preview: 'Preview of the statement',
  summary: ({ fitting, left, known, refunds, skipped }: Record<Counted, number>) =>
    [
      `${movements(fitting)} will be booked`,
      left > 0 && `${movements(left)} will need somebody`,
      known > 0 && `${movements(known)} known already`,
      refunds > 0 && `${refunds} ${refunds === 1 ? 'transfer of a refund' : 'transfers of refunds'} will be booked`,
      skipped > 0 && `${movements(skipped)} left out: other money that went out, other currencies, or not booked yet`,
    ]
      .filter(Boolean)
      .join(' · '),
  known: 'Already booked: same day, amount, payer and purpose',
  knownHint:
    'If the bank booked such a movement twice, tick the one that is not booked yet, or upload one file that has both.',
  isOther: 'This is another payment, not the one that is booked',
  book: 'Book the statement',
  booked: (booked: number, open: number, paidBack: number) =>
    [
      `${movements(booked)} booked, ${movements(open)} to look at`,
      paidBack > 0 && `${paidBack} ${paidBack === 1 ? 'refund' : 'refunds'} paid back`,
    ]
      .filter(Boolean)
      .join(', '),

  assign: 'Assign to a payment',
  assignHint: 'Too little pays all of the order, and refunds pay back no more than came. A surplus stays open here.',
  lossHint: 'Refunds of the payment pay back no more than is left of its money. Its tickets stay valid.',
  paymentNumber: 'Number of the payment',
  paymentHint: 'As in Desk → Payments, such as 17.',
  payBack: 'Book as paid back',
  payBackHint: 'Name the transfer by which the payer got the money back.',
  ignore: 'Ignore',
  endHint: 'Name what you did, such as the transfer by which the money came back.',
  ignoreHint: 'The money stays in the account and is listed no more.',
  reason: 'Reason',
  keep: 'Keep',
  done: 'Done',
}
