/**
 * The payment methods that `MOLLIE_METHODS` may name, with their names on invoices: those for euros whose result is
 * known at once, and that need neither the customer's address nor the lines of the order.
 */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  creditcard: 'Card',
  applepay: 'Apple Pay',
  paypal: 'PayPal',
  eps: 'EPS',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  belfius: 'Belfius',
  kbc: 'KBC/CBC',
  mybank: 'MyBank',
  satispay: 'Satispay',
}

export const MOLLIE_METHODS: readonly string[] = Object.keys(METHOD_NAMES)

/** The label and the last digits of a card, as Mollie knows them. */
type Card = { cardLabel?: string | null | undefined; cardNumber?: string | null | undefined }

/** Names how a customer paid, such as 'Visa ending 4242' or 'EPS'. */
export function nameMollieMethod(method: string, { cardLabel, cardNumber }: Card): string {
  const name = cardLabel ?? METHOD_NAMES[method] ?? method.charAt(0).toUpperCase() + method.slice(1)
  const digits = /\d{4}$/.exec(cardNumber ?? '')?.[0]
  return method === 'creditcard' && digits !== undefined ? `${name} ending ${digits}` : name
}
