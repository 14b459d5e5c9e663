import { expect, test } from 'vitest'
import { eventSearch } from '#contract/events.ts'
import { readListQuery } from './list-query.ts'

test('reads filters and page index', () => {
  expect(readListQuery(eventSearch, { title: 'reel', type: 'MOVIE', pageIndex: '2' })).toEqual({
    title: 'reel',
    type: 'MOVIE',
    pageIndex: 2,
  })
})

test('drops values that the server would refuse', () => {
  const search = { title: 'x'.repeat(256), type: 'BALLET', duration: '-1', pageIndex: 'x', artistId: '7' }
  expect(readListQuery(eventSearch, search)).toEqual({ artistId: '7', pageIndex: 0 })
})

test('drops the page size and unknown parameters', () => {
  expect(readListQuery(eventSearch, { pageSize: '100', utm_source: 'mail' })).toEqual({ pageIndex: 0 })
})
