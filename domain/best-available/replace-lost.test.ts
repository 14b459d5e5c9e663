import { expect, test } from 'vitest'
import { givenLayout, type GivenSector } from './given-layout.ts'
import { replacementsFor } from './replace-lost.ts'
import { seatingOf } from './seating.ts'

function instead(loss: { lost: number[]; kept: number[] }, ...sectors: GivenSector[]) {
  const { layout, free } = givenLayout(...sectors)
  return replacementsFor(seatingOf(layout), free, loss)
}

test('a lost seat is replaced beside the seats that were kept', () => {
  expect(instead({ lost: [4], kept: [2, 3] }, { rows: ['....x...', '........'] })).toEqual([1])
  expect(instead({ lost: [4], kept: [2, 3] }, { rows: ['xx..xx..', '........'] })).toEqual([11])
})

test('what is offered leaves no seat alone, where that can be', () => {
  expect(instead({ lost: [2, 3], kept: [4, 5] }, { rows: ['xxxx..', 'x.....'] })).toEqual([10, 11])
  expect(instead({ lost: [3], kept: [] }, { rows: ['x..x.x'] })).toEqual([4])
})

test('a lost single seat is replaced by the nearest one', () => {
  expect(instead({ lost: [4], kept: [] }, { rows: ['x...x.x'] })).toEqual([3])
})

test('several lost seats are replaced together or not at all, in their own sector', () => {
  expect(instead({ lost: [0, 1], kept: [] }, { rows: ['xx..x.'] })).toEqual([2, 3])
  expect(instead({ lost: [0, 1], kept: [] }, { rows: ['xx.x'] }, { rows: ['....'] })).toBeUndefined()
})

test('a seat that was lost at a table is replaced at the same table, even if the next table is as near', () => {
  expect(instead({ lost: [6], kept: [4, 5] }, { tables: ['....', '..x.', '....'] })).toEqual([7])
})
