import type { BankAccount } from './manual-payments.ts'
import type { Cents } from '../money.ts'

type Transfer = BankAccount & { amount: Cents; reference: string }

/**
 * Writes the text of a QR code from which banking apps fill in a transfer: the guideline EPC069-12 of the European
 * Payments Council, version 002, in UTF-8, with a creditor reference. Has at most 331 bytes, because an owner has at
 * most 70 characters.
 */
export function epcText({ owner, iban, bic, amount, reference }: Transfer): string {
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  return ['BCD', '002', '1', 'SCT', bic ?? '', owner, iban, euros, '', reference].join('\n')
}
