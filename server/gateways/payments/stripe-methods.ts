/**
 * The payment methods that `STRIPE_METHODS` may name, with their names on invoices: those for euros whose result is
 * known at once. Apple Pay and Google Pay are part of `card`.
 */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  link: 'Link',
  paypal: 'PayPal',
  eps: 'EPS',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  klarna: 'Klarna',
  p24: 'Przelewy24',
  amazon_pay: 'Amazon Pay',
  revolut_pay: 'Revolut Pay',
  satispay: 'Satispay',
  mobilepay: 'MobilePay',
}

const BRAND_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export const STRIPE_METHODS: readonly string[] = Object.keys(METHOD_NAMES)

/** Names how a customer paid, such as 'Visa ending 4242' or 'EPS'. */
export function namePaymentMethod(
  type: string,
  card: { brand: string | null; last4: string | null } | undefined,
): string {
  if (!card) return METHOD_NAMES[type] ?? capitalised(type)
  const brand = BRAND_NAMES[card.brand ?? ''] ?? 'Card'
  return card.last4 === null ? brand : `${brand} ending ${card.last4}`
}

const capitalised = (type: string) => type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ')
