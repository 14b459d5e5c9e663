import { type Cents, cents } from './money.ts'

/** A line of an order. `price` is for one piece, VAT included. */
export type TaxedLine = { price: Cents; quantity: number; vatPercent: number; usePoints: boolean }

export type VatTotals = { total: Cents; exVat: Cents; vat: Cents }

/**
 * Computes totals with and without VAT (specification, section 9). `exVat` is the sum of price ÷ (1 + VAT ÷ 100) ×
 * quantity, rounded once to the cent; `vat` is the total minus `exVat`. Lines paid with points are left out.
 */
export function vatTotals(lines: readonly TaxedLine[]): VatTotals {
  let total = 0
  let exVat = 0
  for (const { price, quantity, vatPercent, usePoints } of lines) {
    if (usePoints) continue
    total += price * quantity
    exVat += (price * quantity * 100) / (100 + vatPercent)
  }
  const roundedExVat = Math.round(exVat)
  return { total: cents(total), exVat: cents(roundedExVat), vat: cents(total - roundedExVat) }
}

/**
 * Computes the same totals for each VAT rate, lowest first. They add up to `vatTotals`: cents left over by rounding
 * down go to the rates with the largest remainders.
 */
export function vatByRate(lines: readonly TaxedLine[]): ({ vatPercent: number } & VatTotals)[] {
  const paid = lines.filter(({ usePoints }) => !usePoints)
  const rates = [...new Set(paid.map(({ vatPercent }) => vatPercent))].toSorted((one, other) => one - other)
  const exact = rates.map((vatPercent) => {
    const { total } = vatTotals(paid.filter((line) => line.vatPercent === vatPercent))
    const exVat = (total * 100) / (100 + vatPercent)
    return { vatPercent, total, floor: Math.floor(exVat), remainder: exVat % 1 }
  })
  const centsLeft = vatTotals(paid).exVat - exact.reduce((sum, { floor }) => sum + floor, 0)
  const roundedUp = new Set(exact.toSorted((one, other) => other.remainder - one.remainder).slice(0, centsLeft))
  return exact.map((rate) => {
    const exVat = rate.floor + (roundedUp.has(rate) ? 1 : 0)
    return { vatPercent: rate.vatPercent, total: rate.total, exVat: cents(exVat), vat: cents(rate.total - exVat) }
  })
}
