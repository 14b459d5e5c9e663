import { type Cents, cents } from './money.ts'

/** A priced line: cents for one piece, VAT inclusive. */
export type TaxedLine = { price: Cents; quantity: number; vatPercent: number; usePoints: boolean }

export type VatTotals = { total: Cents; exVat: Cents; vat: Cents }

/**
 * What lines come to with and without VAT (specification, section 9): the sum of price ÷ (1 + VAT ÷ 100) × quantity
 * over lines not paid with points, rounded once to the cent; VAT is what is left of the total.
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

/** The same for each rate that occurs, lowest first. */
export function vatByRate(lines: readonly TaxedLine[]): ({ vatPercent: number } & VatTotals)[] {
  const paid = lines.filter(({ usePoints }) => !usePoints)
  const rates = [...new Set(paid.map(({ vatPercent }) => vatPercent))].toSorted((one, other) => one - other)
  return rates.map((vatPercent) => ({
    vatPercent,
    ...vatTotals(paid.filter((line) => line.vatPercent === vatPercent)),
  }))
}
