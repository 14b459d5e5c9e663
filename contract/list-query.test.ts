import { expect, test } from 'vitest'
import { eventSearch } from '#contract/events.ts'
import { readListQuery } from './list-query.ts'

test('an address filters a list and says the page', () => {
  expect(readListQuery(eventSearch, { title: 'reel', type: 'MOVIE', pageIndex: '2' })).toEqual({
    title: 'reel',
    type: 'MOVIE',
    pageIndex: 2,
  })
})

test('what the server would refuse is as if it were not there', () => {
  const search = { title: 'x'.repeat(256), type: 'BALLET', duration: '-1', pageIndex: 'x', artistId: '7' }
  expect(readListQuery(eventSearch, search)).toEqual({ artistId: '7', pageIndex: 0 })
})

test('an address cannot change how long a page is, nor ask what nobody knows', () => {
  expect(readListQuery(eventSearch, { pageSize: '100', utm_source: 'mail' })).toEqual({ pageIndex: 0 })
})
