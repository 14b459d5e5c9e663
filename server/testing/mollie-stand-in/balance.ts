import { type Amount, centsOf, inEuro, moment, newId } from './notation.ts'

export type BalanceTransaction = {
  resource: 'balance_transaction'
  id: string
  type: 'payment' | 'refund' | 'returned-refund' | 'chargeback' | 'chargeback-reversal' | 'outgoing-transfer'
  resultAmount: Amount
  initialAmount: Amount
  deductions: Amount
  context: Record<string, string>
  createdAt: string
}

/** The movements of the balance, oldest first. */
type Account = { balance: BalanceTransaction[]; clockAheadMs: number }

const FIXED_FEE_CENTS = 25
const FEE_PER_MILLE = 18

type Moved = { type: BalanceTransaction['type']; amount: number; context: Record<string, string> }

/** Notes a movement of the balance in cents, negative for money that leaves it. Mollie takes its fee off payments. */
export function addMovement(account: Account, { type, amount, context }: Moved): void {
  const fee = type === 'payment' ? FIXED_FEE_CENTS + Math.round((amount * FEE_PER_MILLE) / 1_000) : 0
  account.balance.push({
    ...{ resource: 'balance_transaction', id: newId('baltr'), type, context, createdAt: moment(account) },
    ...{ initialAmount: inEuro(amount), deductions: inEuro(-fee), resultAmount: inEuro(amount - fee) },
  })
}

/** Pays the whole balance out to the bank account of the shop. Returns the id of the transfer. */
export function payOut(account: Account): string {
  const amount = account.balance.reduce((sum, { resultAmount }) => sum + centsOf(resultAmount), 0)
  const context = { settlementId: newId('stl'), transferId: newId('trf') }
  addMovement(account, { type: 'outgoing-transfer', amount: -amount, context })
  return context.transferId
}
