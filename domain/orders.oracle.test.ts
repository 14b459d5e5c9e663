import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { cents, percentOf } from './money.ts'
import { costOf, itemOfTicket, type OrderItem } from './orders.ts'
import { vatByRate, vatTotals } from './accounting/vat.ts'

const item: fc.Arbitrary<OrderItem> = fc
  .record({
    name: fc.constant('thing'),
    quantity: fc.integer({ min: 1, max: 50 }),
    price: fc.integer({ min: 0, max: 5_000_000 }).map(cents),
    vatPercent: fc.constantFrom(0, 5, 10, 13, 19, 20, 25),
    usePoints: fc.boolean(),
    points: fc.integer({ min: 0, max: 100_000 }),
  })
  .map((each) => (each.usePoints ? { ...each, price: cents(0) } : each))

const carts = fc.array(item, { minLength: 1, maxLength: 12 })

/** 10,000 carts; the seed is printed with a failure. */
const RUNS = { numRuns: 10_000 }
vi.setConfig({ testTimeout: 60_000 })

test('computes the total of any cart to the cent', () => {
  fc.assert(
    fc.property(carts, (items) => {
      const paid = items.filter(({ usePoints }) => !usePoints)
      const oracle = paid.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)
      expect(BigInt(costOf(items).total)).toBe(oracle)
    }),
    RUNS,
  )
})

test('computes the VAT of any cart to the cent: the exact fraction, rounded once', () => {
  fc.assert(
    fc.property(carts, (items) => {
      const { total, exVat, vat } = vatTotals(items)
      expect(exVat + vat).toBe(total)
      // Common denominator of all rates: the product of 100 + rate for 0, 5, 10, 13, 19, 20 and 25.
      const denominator = [100n, 105n, 110n, 113n, 119n, 120n, 125n].reduce((product, part) => product * part, 1n)
      const exact = items
        .filter(({ usePoints }) => !usePoints)
        .reduce(
          (sum, { price, quantity, vatPercent }) =>
            sum + (BigInt(price) * BigInt(quantity) * 100n * denominator) / BigInt(100 + vatPercent),
          0n,
        )
      // Halves of a cent are rounded up.
      const distance = BigInt(exVat) * denominator - exact
      expect(-denominator < distance * 2n && distance * 2n <= denominator).toBe(true)
    }),
    RUNS,
  )
})

test('refunds tickets one by one for exactly their price, and takes back the points they earned', () => {
  const tickets = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.constantFrom(0, 10, 13, 20)), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(tickets, carts, (sold, others) => {
      const items = sold.map(([price, vatPercent]) => itemOfTicket('ticket', cents(price), vatPercent))
      const refunded = items.reduce((sum, item) => sum + BigInt(costOf([item]).total), 0n)
      const kept = BigInt(costOf(others).total)
      expect(BigInt(costOf([...items, ...others]).total)).toBe(refunded + kept)
      expect(refunded).toBe(sold.reduce((sum, [price]) => sum + BigInt(price), 0n))
      for (const [index, item] of items.entries()) {
        expect(BigInt(item.points)).toBe(BigInt(sold[index]?.[0] ?? 0) / 100n)
        const { total, exVat, vat } = vatTotals([item])
        expect([exVat + vat, vat >= 0, exVat >= 0]).toEqual([total, true, true])
      }
    }),
    RUNS,
  )
})

test('splits the total by rate without a remainder', () => {
  fc.assert(
    fc.property(carts, (items) => {
      const byRate = vatByRate(items)
      expect(byRate.reduce((sum, { total }) => sum + total, 0)).toBe(vatTotals(items).total)
    }),
    RUNS,
  )
})

test('rounds a percentage down to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 1_000 }), (amount, percent) => {
      expect(BigInt(percentOf(cents(amount), percent))).toBe((BigInt(amount) * BigInt(percent)) / 100n)
    }),
    RUNS,
  )
})
