import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShowId } from '#domain/ids.ts'
import { endSession } from '#client/session.ts'
import { givenCustomer } from '#client/testing/given-customer.ts'
import { placeId, showId } from '#client/testing/given-seating-plan.ts'
import { keptChoice, keepChoice } from './kept-choice.ts'

const other = 8 as ShowId

beforeEach(() => {
  sessionStorage.clear()
  givenCustomer()
})
afterEach(() => endSession())

test('what is chosen is kept show by show, until nothing is', () => {
  keepChoice(showId, [placeId(1), placeId(20), placeId(20)])
  keepChoice(other, [placeId(3)])
  expect(keptChoice(showId)).toEqual([1, 20, 20])
  keepChoice(showId, [])
  expect([keptChoice(showId), keptChoice(other)]).toEqual([[], [3]])
})

test('another customer finds nothing, and nor does who chose when they come back', () => {
  keepChoice(showId, [placeId(1)])
  givenCustomer('2')
  expect(keptChoice(showId)).toEqual([])
  givenCustomer()
  expect(keptChoice(showId)).toEqual([])
})

test('who is logged out meanwhile finds it again, and nobody does before', () => {
  keepChoice(showId, [placeId(1)])
  endSession()
  expect(keptChoice(showId)).toEqual([])
  givenCustomer()
  expect(keptChoice(showId)).toEqual([1])
})

test('who is not logged in keeps nothing', () => {
  endSession()
  keepChoice(showId, [placeId(1)])
  expect(sessionStorage).toHaveLength(0)
})

test('ignores invalid content of the storage', () => {
  for (const text of ['{', 'null', '[]', '{"user":"1"}', '{"user":"1","content":{"7":"all"}}']) {
    sessionStorage.setItem('seatChoices', text)
    expect(keptChoice(showId)).toEqual([])
  }
  sessionStorage.setItem('seatChoices', '{"user":"1","content":{"7":[1,"2",null]}}')
  expect(keptChoice(showId)).toEqual([1])
})
