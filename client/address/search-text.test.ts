import { expect, test } from 'vitest'
import { parseSearchText, writeSearchText } from './search-text.ts'

test('keeps numbers in an address as text', () => {
  expect(parseSearchText('?title=123&description=true')).toEqual({ title: '123', description: 'true' })
})

test('omits empty values from the address', () => {
  expect(writeSearchText({ title: 'Reel & Co', type: '', duration: undefined, city: null, pageIndex: 0 })).toBe(
    '?title=Reel+%26+Co&pageIndex=0',
  )
  expect(writeSearchText({ title: '' })).toBe('')
})

test('parses what it wrote', () => {
  const search = { name: 'Łucja + 1=2?', startDate: '2026-11-21T18:30:00.000Z' }
  expect(parseSearchText(writeSearchText(search))).toEqual(search)
})
