import { expect, test } from 'vitest'
import { showSearch } from '#contract/shows.ts'
import { isSearch } from './is-search.ts'

test.each([
  [{}, false],
  [{ when: 'coming', pageIndex: '2', pageSize: '50' }, false],
  [{ eventId: '7', month: '2026-12' }, false],
  [{ eventId: '7', pageIndex: '10' }, false],
  [{ locationId: '7', name: 'e' }, true],
  [{ locationId: '7', pageIndex: '2' }, false],
  [{ locationId: '7', pageIndex: '10' }, true],
  [{ locationId: '7', weekday: '1' }, true],
  [{ month: '2026-12' }, true],
  [{ name: 'e' }, true],
  [{ minPrice: '1' }, true],
  [{ pageIndex: '10' }, true],
])('knows whether %o is a search', (query, expected) => {
  expect(isSearch(showSearch.parse(query))).toBe(expected)
})

test('takes no id for a search', () => expect(isSearch(7)).toBe(false))
