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

/**
 * The same for each rate that occurs, lowest first. The lines add up to the totals: the cents that rounding leaves over
 * go to the rates that lost most by it.
 */
export function vatByRate(lines: readonly TaxedLine[]): ({ vatPercent: number } & VatTotals)[] {
  const paid = lines.filter(({ usePoints }) => !usePoints)
  const rates = [...new Set(paid.map(({ vatPercent }) => vatPercent))].toSorted((one, other) => one - other)
  const exact = rates.map((vatPercent) => {
    const { total } = vatTotals(paid.filter((line) => line.vatPercent === vatPercent))
    const exVat = (total * 100) / (100 + vatPercent)
    return { vatPercent, total, floor: Math.floor(exVat), rest: exVat % 1 }
  })
  const left = vatTotals(paid).exVat - exact.reduce((sum, { floor }) => sum + floor, 0)
  const roundedUp = new Set(exact.toSorted((one, other) => other.rest - one.rest).slice(0, left))
  return exact.map((rate) => {
    const exVat = rate.floor + (roundedUp.has(rate) ? 1 : 0)
    return { vatPercent: rate.vatPercent, total: rate.total, exVat: cents(exVat), vat: cents(rate.total - exVat) }
  })
}
