import { type Cents, euro } from '#domain/money.ts'

const refunds = (count: number) => `${count} ${count === 1 ? 'refund' : 'refunds'}`

/** Texts of the files that pay refunds of bank transfers. */
export const texts = {
  title: 'Refunds by bank transfer',
  payable: (count: number, amount: Cents) => `${refunds(count)} to pay, ${euro(amount)} in all`,
  make: 'Make a payment file',
  makeHint: 'Upload it at your bank. An account statement (CAMT.053) then marks the refunds as paid.',
  made: 'The payment file is made. Download it, and upload it at your bank.',
  done: 'Done',
  file: (id: number) => `Payment file ${id}`,
  open: (count: number, amount: Cents) => `${refunds(count)} not paid yet, ${euro(amount)}`,
  download: 'Download (XML)',
  paid: 'Mark as paid',
  paidHint: 'All of it that is not paid yet. For the log: the account statement that shows it.',
  withdraw: 'Withdraw',
  withdrawHint:
    'Only if the bank was not given the file or has refused it: the next file pays these refunds again. For the log: why.',
  withoutAccount: 'Without an account',
  withoutAccountHint:
    'No account statement told from which account the money came, its IBAN is wrong, or parts came from several accounts. Ask the customer, pay it by hand, and note the transfer at the payment.',
  owed: (id: number, recipient: string, amount: Cents) =>
    [`Payment ${id}`, recipient, euro(amount)].filter(Boolean).join(' · '),
}
