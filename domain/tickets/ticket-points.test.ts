import { expect, test } from 'vitest'
import type { TicketId } from '../ids.ts'
import { cents } from '../money.ts'
import { refundedPoints, withdrawFromReturned } from './ticket-points.ts'

const earned = (euros: number, points = euros, missingPoints = 0) => ({
  price: cents(euros * 100),
  points,
  missingPoints,
})

test.each([
  ['all of a ticket whose points are left', earned(100), 150, { withdrawn: 100, missing: 0 }],
  ['those that are left', earned(100), 30, { withdrawn: 30, missing: 70 }],
  ['none of a guest, or of a free ticket', earned(100, 0), 150, { withdrawn: 0, missing: 0 }],
  ['those of the price of a dearer place', earned(200, 100, 100), 150, { withdrawn: 150, missing: 50 }],
  ['those of the price of a cheaper place', earned(10, 0, 100), 150, { withdrawn: 10, missing: 90 }],
  ['those of a place as dear as before', earned(100, 0, 100), 0, { withdrawn: 0, missing: 100 }],
])('withdraws %s', (_, ticket, balance, split) => expect(refundedPoints(ticket, balance)).toEqual(split))

const moved = (id: number, euros: number, missingPoints: number) => ({
  ...{ id: id as TicketId, price: cents(euros * 100), missingPoints },
})

test.each([
  [
    'those that a cheaper place does not earn',
    [moved(1, 10, 100)],
    { left: 0, tickets: [{ id: 1, missingPoints: 40 }] },
  ],
  ['none for a place that earns all', [moved(1, 100, 100)], { left: 60, tickets: [] }],
  [
    'them for one ticket after the other',
    [moved(1, 90, 100), moved(2, 90, 100)],
    {
      left: 40,
      tickets: [
        { id: 1, missingPoints: 90 },
        { id: 2, missingPoints: 90 },
      ],
    },
  ],
])('withdraws %s from 60 points that return', (_, tickets, split) =>
  expect(withdrawFromReturned(tickets, 60)).toEqual(split),
)
