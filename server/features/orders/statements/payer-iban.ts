import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** Returns the IBAN of a payer, in whatever groups a bank writes it. Null for anything else. */
export function payerIbanIn(text: string): string | null {
  const iban = electronicFormatIBAN(text) ?? ''
  return isValidIBAN(iban) ? iban : null
}
