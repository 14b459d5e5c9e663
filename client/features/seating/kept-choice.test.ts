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

test('keeps the choice per show, until it is empty', () => {
  keepChoice(showId, [placeId(1), placeId(20), placeId(20)])
  keepChoice(other, [placeId(3)])
  expect(keptChoice(showId)).toEqual([1, 20, 20])
  keepChoice(showId, [])
  expect([keptChoice(showId), keptChoice(other)]).toEqual([[], [3]])
})

test('deletes the choice when another customer logs in', () => {
  keepChoice(showId, [placeId(1)])
  givenCustomer('2')
  expect(keptChoice(showId)).toEqual([])
  givenCustomer()
  expect(keptChoice(showId)).toEqual([])
})

test('restores the choice after the same customer has logged in again', () => {
  keepChoice(showId, [placeId(1)])
  endSession()
  expect(keptChoice(showId)).toEqual([])
  givenCustomer()
  expect(keptChoice(showId)).toEqual([1])
})

test('keeps nothing for a visitor', () => {
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
