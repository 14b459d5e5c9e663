import { expect, test } from 'vitest'
import type { ArtistId, EventId } from '#domain/ids.ts'
import { findPage, isAddress, pageKeys, pages } from './pages.ts'

test.each(pageKeys)('finds the page %s at its own address', (key) => {
  expect(findPage(pages[key].path.replace(':id', '7'))).toEqual({ key, id: 'idOf' in pages[key] ? 7 : 0 })
})

test('builds the address of a detail page from an id of its kind', () => {
  expect(pages.event.href({ id: 12 as EventId })).toBe('/event/12/event-shows')
  // @ts-expect-error An artist has no page among the events.
  expect(isAddress(pages.event.href({ id: 12 as ArtistId }))).toBe(true)
})

test.each(['0', '-1', '01', '1.5', '12345678901', 'create', ''])('reads no id in %j', (text) => {
  expect(pages.event.readId(text)).toBeUndefined()
  expect(isAddress(`/event/${text}/event-shows`)).toBe(false)
})
