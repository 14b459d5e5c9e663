import { expect, test } from 'vitest'
import { isOnSale, movedSaleEnd, objectionsToSaleStart, publishedFromOf } from './publication.ts'

const now = new Date('2026-11-23T12:00:00Z')
const earlier = new Date('2026-11-01T12:00:00Z')
const later = new Date('2026-12-01T12:00:00Z')

test('publishes at once, from a time, or not at all', () => {
  expect(publishedFromOf({}, now)).toEqual(now)
  expect(publishedFromOf({ publishedFrom: later }, now)).toEqual(later)
  expect(publishedFromOf({ isDraft: true, publishedFrom: later }, now)).toBeNull()
})

test('keeps the time of a public record that is published again', () => {
  expect(publishedFromOf({}, now, earlier)).toEqual(earlier)
  expect(publishedFromOf({}, now, later)).toEqual(now)
  expect(publishedFromOf({ isDraft: true }, now, earlier)).toBeNull()
})

test('sells a published show until its sale ends', () => {
  expect(isOnSale({ isPublished: true, saleEndsAt: null }, now)).toBe(true)
  expect(isOnSale({ isPublished: true, saleEndsAt: later }, now)).toBe(true)
  expect(isOnSale({ isPublished: true, saleEndsAt: now }, now)).toBe(false)
  expect(isOnSale({ isPublished: false, saleEndsAt: null }, now)).toBe(false)
})

test('starts a sale before its end and before the show', () => {
  const startTime = new Date('2099-05-01T17:30:00Z')
  const hoursBefore = (hours: number) => new Date(startTime.getTime() - hours * 3_600_000)
  const messageOf = (times: object) => objectionsToSaleStart({ startTime, ...times })[0]?.message
  expect(messageOf({})).toBeUndefined()
  expect(messageOf({ saleStartsAt: null, saleEndsAt: hoursBefore(1) })).toBeUndefined()
  expect(messageOf({ saleStartsAt: hoursBefore(2), saleEndsAt: hoursBefore(1) })).toBeUndefined()
  expect(messageOf({ saleStartsAt: startTime })).toBe('The sale must start before the show does')
  expect(messageOf({ saleStartsAt: hoursBefore(1), saleEndsAt: hoursBefore(1) })).toBe(
    'The sale must start before it ends',
  )
})

test('moves the end of a sale with its show, unless the sale has ended', () => {
  const move = (saleEndsAt: Date | null) => movedSaleEnd({ startTime: earlier, saleEndsAt }, later, now)
  expect(move(null)).toBeNull()
  expect(move(now)).toEqual(now)
  expect(move(new Date('2026-11-23T12:00:01Z'))).toEqual(new Date('2026-12-23T12:00:01Z'))
})
