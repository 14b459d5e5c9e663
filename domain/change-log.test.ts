import { expect, test } from 'vitest'
import { changesBetween, mergeChanges } from './change-log.ts'

test('lists the fields that differ, with times as texts and missing values as null', () => {
  const before = { title: 'Carmen', imageId: null, startTime: new Date(0), price: 100 }
  const after = { title: 'Carmen', imageId: 7, startTime: new Date(60_000), price: undefined }
  expect(changesBetween(before, after)).toEqual([
    { field: 'imageId', from: null, to: 7 },
    { field: 'startTime', from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:01:00.000Z' },
    { field: 'price', from: 100, to: null },
  ])
})

test('joins changes of a field, and leaves out those that were undone', () => {
  expect(
    mergeChanges([
      { field: 'title', from: 'A', to: 'B' },
      { field: 'city', from: 'Graz', to: 'Linz' },
      { field: 'title', from: 'B', to: 'C' },
      { field: 'city', from: 'Linz', to: 'Graz' },
    ]),
  ).toEqual([{ field: 'title', from: 'A', to: 'C' }])
})
