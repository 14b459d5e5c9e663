import { expect, test } from 'vitest'
import { deskPrice, movedPrice } from './desk-price.ts'
import { cents } from '../money.ts'
import { sectorPrice } from '../sector-price.ts'

test.each([
  ['FULL', 0, 4_555],
  ['PERCENT', 50, 2_278],
  ['PERCENT', 100, 0],
  ['PRICE', 2_000, 2_000],
  ['PRICE', 9_000, 4_555],
  ['FREE', 0, 0],
] as const)('prices a ticket of 45.55 € by %s %i as %i cents', (kind, amount, price) => {
  expect(deskPrice(cents(4_555), kind, amount)).toBe(price)
})

test.each([
  ['a full ticket to a dearer place', 3_000, { paid: 2_250, from: 75, to: 130, price: 3_900 }],
  ['a full ticket to a cheaper place', 3_000, { paid: 3_900, from: 130, to: 75, price: 2_250 }],
  ['a full ticket at odd cents', 4_555, { paid: 3_416, from: 75, to: 130, price: 5_921 }],
  ['a full ticket of a show that costs more now', 6_000, { paid: 2_250, from: 75, to: 130, price: 3_900 }],
  [
    'a full ticket of a show that costs more now, to a cheaper place',
    6_000,
    { paid: 3_900, from: 130, to: 75, price: 2_250 },
  ],
  [
    'a full ticket of a show that costs more now, to a place of the same price',
    6_000,
    { paid: 2_250, from: 75, to: 75, price: 2_250 },
  ],
  [
    'a full ticket of a show that costs less now, to a place that costs less than it did',
    3_000,
    { paid: 4_500, from: 75, to: 130, price: 4_500 },
  ],
  ['a full ticket of a show that costs a bit less now', 5_000, { paid: 4_500, from: 75, to: 130, price: 6_500 }],
  [
    'a full ticket of a show that costs less now, to a cheaper place',
    3_000,
    { paid: 7_800, from: 130, to: 75, price: 4_500 },
  ],
  ['a full ticket of a show that cost an odd price', 3_100, { paid: 2_242, from: 75, to: 130, price: 3_887 }],
  ['a full ticket whose price several prices of the show had given', 900, { paid: 388, from: 60, to: 150, price: 970 }],
  [
    'a full ticket to a cheaper place of a show that cost an odd price',
    2_500,
    { paid: 3_887, from: 130, to: 75, price: 2_242 },
  ],
  ['a ticket at half the price', 3_000, { paid: 1_125, from: 75, to: 130, price: 1_950 }],
  ['a free ticket', 3_000, { paid: 0, from: 75, to: 130, price: 0 }],
  ['a ticket of a show that was free', 3_000, { paid: 0, from: 100, to: 130, price: 0 }],
  ['a ticket of a free place', 3_000, { paid: 0, from: 0, to: 100, price: 3_000 }],
  ['a ticket of a place that is free now', 3_000, { paid: 500, from: 0, to: 100, price: 500 }],
])('prices a move of %s', (_, showPrice, { paid, from, to, price }) => {
  const place = (pricePercent: number) => ({ pricePercent, fullPrice: sectorPrice(cents(showPrice), pricePercent) })
  expect(movedPrice(cents(paid), place(from), place(to))).toBe(price)
})
