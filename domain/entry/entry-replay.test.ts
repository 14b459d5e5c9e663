import { expect, test } from 'vitest'
import { type PassedScan, presenceOf, replayScans } from './entry-replay.ts'
import type { GateId, ScanId } from '../ids.ts'

const time = (minute: number) => new Date(Date.UTC(2026, 4, 1, 18, minute))
const scanAt = (minute: number, direction: 'IN' | 'OUT' = 'IN', key = 'a'): PassedScan => ({
  ...{ id: (minute + 1) as ScanId, key, direction, at: time(minute), gateId: 1 as GateId },
})
const summary = (scans: readonly PassedScan[], reEntry = false) =>
  replayScans(scans, { reEntry }).map(({ scanId, leftAt, isDouble }) => [
    scanId - 1,
    leftAt?.getMinutes() ?? null,
    isDouble,
  ])

test('keeps the first by time as the admission, and every other as a double', () => {
  const scans = [scanAt(5), scanAt(1), scanAt(3)]
  expect(summary(scans)).toEqual([
    [1, null, false],
    [3, null, true],
    [5, null, true],
  ])
})

test('comes to the same admissions in any order of arrival, also at the same moment', () => {
  const scans = [scanAt(1, 'IN', 'b'), { ...scanAt(1, 'IN', 'a'), id: 9 as ScanId }, scanAt(2, 'OUT'), scanAt(3)]
  const expected = replayScans(scans, { reEntry: true })
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]) {
    expect(
      replayScans(
        order.map((index) => scans[index] as PassedScan),
        { reEntry: true },
      ),
    ).toEqual(expected)
  }
  expect(expected.map(({ scanId }) => scanId)).toEqual([9, 2, 4])
})

test('lets people in again who left, where that is allowed', () => {
  const scans = [scanAt(1), scanAt(2, 'OUT'), scanAt(3), scanAt(4)]
  expect(summary(scans, true)).toEqual([
    [1, 2, false],
    [3, null, false],
    [4, null, true],
  ])
  expect(summary(scans)).toEqual([
    [1, 2, false],
    [3, null, true],
    [4, null, true],
  ])
})

test('ignores a person who leaves without having entered', () => {
  expect(summary([scanAt(1, 'OUT'), scanAt(2)])).toEqual([[2, null, false]])
})

test('tells whether somebody is inside', () => {
  const presence = (...scans: PassedScan[]) => presenceOf(replayScans(scans, { reEntry: false }))
  expect([presence(), presence(scanAt(1)), presence(scanAt(1), scanAt(2, 'OUT'))]).toEqual(['NEVER', 'INSIDE', 'LEFT'])
})
