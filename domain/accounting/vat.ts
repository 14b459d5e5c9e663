import { type Cents, cents } from '../money.ts'

/** A line of an order. `price` is for one piece, VAT included. */
export type TaxedLine = { price: Cents; quantity: number; vatPercent: number; usePoints: boolean }

export type VatTotals = { total: Cents; exVat: Cents; vat: Cents }

/**
 * Computes totals with and without VAT (specification, section 9). `exVat` is the sum of price ÷ (1 + VAT ÷ 100) ×
 * quantity, rounded once to the cent, halves up; `vat` is the total minus `exVat`. Lines paid with points are left out.
 */
export function vatTotals(lines: readonly TaxedLine[]): VatTotals {
  const rates = grossByRate(lines)
  const total = rates.reduce((sum, { gross }) => sum + gross, 0)
  // Adds fractions of whole numbers: floating-point sums fall short of exact halves of a cent.
  const exact = rates.reduce(
    ({ numerator, denominator }, { vatPercent, gross }) => {
      const divisor = BigInt(100 + vatPercent)
      return {
        numerator: numerator * divisor + BigInt(gross) * 100n * denominator,
        denominator: denominator * divisor,
      }
    },
    { numerator: 0n, denominator: 1n },
  )
  const exVat = Number((exact.numerator * 2n + exact.denominator) / (exact.denominator * 2n))
  return { total: cents(total), exVat: cents(exVat), vat: cents(total - exVat) }
}

/**
 * Computes the same totals for each VAT rate, lowest first. They add up to `vatTotals`: cents left over by rounding
 * down go to the rates with the largest remainders.
 */
export function vatByRate(lines: readonly TaxedLine[]): ({ vatPercent: number } & VatTotals)[] {
  const exact = grossByRate(lines).map(({ vatPercent, gross }) => {
    const divisor = 100 + vatPercent
    const remainder = (gross * 100) % divisor
    return { vatPercent, total: gross, floor: (gross * 100 - remainder) / divisor, fraction: remainder / divisor }
  })
  const centsLeft = vatTotals(lines).exVat - exact.reduce((sum, { floor }) => sum + floor, 0)
  const roundedUp = new Set(exact.toSorted((one, other) => other.fraction - one.fraction).slice(0, centsLeft))
  return exact.map((rate) => {
    const exVat = rate.floor + (roundedUp.has(rate) ? 1 : 0)
    return {
      vatPercent: rate.vatPercent,
      total: cents(rate.total),
      exVat: cents(exVat),
      vat: cents(rate.total - exVat),
    }
  })
}

/** Sums the cents of lines paid with money for each VAT rate, lowest first. */
function grossByRate(lines: readonly TaxedLine[]): { vatPercent: number; gross: number }[] {
  const paid = lines.filter(({ usePoints }) => !usePoints)
  return [...Map.groupBy(paid, ({ vatPercent }) => vatPercent)]
    .map(([vatPercent, group]) => ({
      vatPercent,
      gross: group.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    }))
    .toSorted((one, other) => one.vatPercent - other.vatPercent)
}
