import { expect, test } from 'vitest'
import { givenLayout, type GivenSector } from './sample-layout.ts'
import { replacementsFor } from './replace-lost.ts'
import { seatingOf } from './seating.ts'

function replacements(loss: { lost: number[]; kept: number[] }, ...sectors: GivenSector[]) {
  const { layout, free } = givenLayout(...sectors)
  return replacementsFor(seatingOf(layout), free, loss)
}

test('replaces a lost seat beside the kept seats', () => {
  expect(replacements({ lost: [4], kept: [2, 3] }, { rows: ['....x...', '........'] })).toEqual([1])
  expect(replacements({ lost: [4], kept: [2, 3] }, { rows: ['xx..xx..', '........'] })).toEqual([11])
})

test('leaves no orphan seat if possible', () => {
  expect(replacements({ lost: [2, 3], kept: [4, 5] }, { rows: ['xxxx..', 'x.....'] })).toEqual([10, 11])
  expect(replacements({ lost: [3], kept: [] }, { rows: ['x..x.x'] })).toEqual([4])
})

test('replaces a single lost seat by the nearest one', () => {
  expect(replacements({ lost: [4], kept: [] }, { rows: ['x...x.x'] })).toEqual([3])
})

test('replaces several lost seats all or none, in their own sector', () => {
  expect(replacements({ lost: [0, 1], kept: [] }, { rows: ['xx..x.'] })).toEqual([2, 3])
  expect(replacements({ lost: [0, 1], kept: [] }, { rows: ['xx.x'] }, { rows: ['....'] })).toBeUndefined()
})

test('replaces a seat at the same table, even if the next table is as near', () => {
  expect(replacements({ lost: [6], kept: [4, 5] }, { tables: ['....', '..x.', '....'] })).toEqual([7])
})
