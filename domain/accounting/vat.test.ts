import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, sumOf } from '../money.ts'
import { vatByRate, vatTotals } from './vat.ts'

const line = (price: number, vatPercent: number, quantity = 1, usePoints = false) => ({
  price: cents(price),
  vatPercent,
  quantity,
  usePoints,
})

test('computes VAT as the total minus the total without VAT, and leaves points lines out', () => {
  const lines = [line(11_300, 13), line(1_200, 20, 2), line(0, 20, 1, true)]
  expect(vatTotals(lines)).toEqual({ total: 13_700, exVat: 12_000, vat: 1_700 })
})

test('rounds exact halves of a cent up, however many lines they come from', () => {
  const lines = [line(2_849, 20), line(149, 20), line(149, 20), line(400, 20, 3)]
  expect(vatTotals(lines)).toEqual({ total: 4_347, exVat: 3_623, vat: 724 })
  expect(vatTotals([line(4_347, 20)])).toEqual(vatTotals(lines))
  expect(vatByRate(lines)).toEqual([{ vatPercent: 20, ...vatTotals(lines) }])
})

test('gives each VAT rate its own line', () => {
  expect(vatByRate([line(1_200, 20), line(11_300, 13), line(1_200, 20)])).toEqual([
    { vatPercent: 13, total: 11_300, exVat: 10_000, vat: 1_300 },
    { vatPercent: 20, total: 2_400, exVat: 2_000, vat: 400 },
  ])
})

test('makes the lines of the rates add up to the totals, each within a cent of its exact VAT', () => {
  const lines = fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
      vatPercent: fc.constantFrom(0, 5, 10, 13, 20, 27),
      quantity: fc.integer({ min: 1, max: 9 }),
      usePoints: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(lines, (some) => {
      const totals = vatTotals(some)
      const rates = vatByRate(some)
      expect(sumOf(rates.map(({ exVat }) => exVat))).toBe(totals.exVat)
      expect(sumOf(rates.map(({ vat }) => vat))).toBe(totals.vat)
      for (const { vatPercent, exVat, total } of rates) {
        expect(Math.abs(exVat - (total * 100) / (100 + vatPercent))).toBeLessThan(1)
      }
    }),
  )
})
