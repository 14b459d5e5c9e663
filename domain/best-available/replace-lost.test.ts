import { expect, test } from 'vitest'
import { givenLayout, type GivenSector } from './sample-layout.ts'
import { replacementsFor } from './replace-lost.ts'
import { seatingOf } from './seating.ts'

type Loss = { lost: number[]; kept: number[] }

function replacement(loss: Loss, ...sectors: GivenSector[]) {
  const { layout, free } = givenLayout(...sectors)
  return replacementsFor(seatingOf(layout), free, loss)
}

/** Finds the seats instead of the lost ones. Expects that all others are kept. */
function replacements(loss: Loss, ...sectors: GivenSector[]) {
  const found = replacement(loss, ...sectors)
  expect(found?.from ?? []).toEqual([])
  return found?.to
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

test('keeps people together who lost their seats at a table, instead of splitting them over two', () => {
  expect(replacements({ lost: [0, 1], kept: [] }, { tables: ['xxx.', '....', '....'] })).toEqual([4, 5])
  expect(replacement({ lost: [1], kept: [0] }, { tables: ['.xxx', '.xxx', '....'] })).toEqual({ from: [0], to: [8, 9] })
})

test('keeps people together who lost their seats in a row', () => {
  expect(replacements({ lost: [2, 3], kept: [] }, { rows: ['.xxx.xxx', '......xx'] })).toEqual([10, 11])
  expect(replacement({ lost: [3], kept: [2] }, { rows: ['xx.xxxx.', 'xxxxxxxx', '........'] })).toMatchObject({
    from: [2],
  })
})

test('moves nobody who sat apart, and splits people only if no seats are together', () => {
  expect(replacements({ lost: [1], kept: [0, 12] }, { tables: ['.x..', '....', '....', '.xxx'] })).toEqual([2])
  expect(replacements({ lost: [0, 1], kept: [] }, { tables: ['xxx.', '.xxx'] })).toEqual([3, 4])
})
