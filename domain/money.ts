import { numberText } from './number-text.ts'

declare const unit: unique symbol

/** A whole number of euro cents. */
export type Cents = number & { readonly [unit]: 'cents' }

/** Brands a number as cents. Throws a RangeError for anything that is not a safe integer. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

/** Takes a percentage of an amount, rounded down to the cent (specification, section 9). */
export function percentOf(amount: Cents, percent: number): Cents {
  return cents(Math.floor((amount * percent) / 100))
}

/** Adds amounts up. */
export function sumOf(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/** Formats an amount for pages and invoices, with two decimals: `euro(cents(125000))` is `'1,250.00 €'`. */
export function euro(amount: Cents): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const rest = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '−' : ''}${numberText(whole)}.${rest} €`
}
