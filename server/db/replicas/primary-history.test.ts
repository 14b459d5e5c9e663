import { expect, test } from 'vitest'
import { LostChanges, PrimaryHistory } from './primary-history.ts'

test('tells the time since the newest state of the primary that a replica has replayed', () => {
  const history = new PrimaryHistory()
  expect(history.ageOf(100, 0)).toBe(Infinity)
  history.add(100, 1_000)
  history.add(200, 2_000)
  history.add(300, 3_000)
  expect(history.ageOf(99, 3_000)).toBe(Infinity)
  expect(history.ageOf(100, 3_000)).toBe(2_000)
  expect(history.ageOf(299, 3_500)).toBe(1_500)
  expect(history.ageOf(400, 3_500)).toBe(500)
})

test('stays young while the primary writes nothing, and ages when the primary does not answer', () => {
  const history = new PrimaryHistory()
  history.add(100, 1_000)
  history.add(100, 9_000)
  expect(history.ageOf(100, 9_100)).toBe(100)
  expect(history.ageOf(100, 60_000)).toBe(51_000)
})

test('forgets the positions of a former primary when a failover lost its last changes', () => {
  const history = new PrimaryHistory()
  history.add(1_000, 1_000)
  history.add(1_100, 2_000)
  history.add(1_060, 3_000)
  expect(history.ageOf(1_050, 3_000)).toBe(Infinity)
  expect(history.ageOf(1_060, 3_500)).toBe(500)
})

test('knows a replica that is ahead of the primary until it moves', () => {
  const changes = new LostChanges()
  expect([changes.isOn(1_100, 1_100), changes.isOn(1_100, undefined)]).toEqual([false, false])
  expect(changes.isOn(1_100, 1_060)).toBe(true)
  expect([changes.isOn(1_100, 1_200), changes.isOn(1_100, undefined)]).toEqual([true, true])
  expect(changes.isOn(1_150, 1_200)).toBe(false)
})
