import { expect, test } from 'vitest'
import { adaptRate, admitNext, AUTOMATIC_RATE, needsPass, type Room } from './waiting-room.ts'

const start = new Date('2099-05-01T10:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const given = (room: Partial<Room> = {}): Room => ({
  ...{ mode: 'AUTOMATIC', peopleAMinute: 60, automaticRate: AUTOMATIC_RATE, isPaused: false, lotSize: 0 },
  ...{ lastNumber: 100, admittedNumber: 0, credit: 0, advancedAt: start },
  ...room,
})

test('admits as many as the rate allows, in any steps', () => {
  for (const step of [0.05, 0.3, 1, 2.5]) {
    let room = given()
    for (let time = step; time <= 30.001; time += step) room = { ...room, ...admitNext(room, after(time)) }
    expect(room.admittedNumber).toBeGreaterThanOrEqual(29)
    expect(room.admittedNumber).toBeLessThanOrEqual(30)
  }
})

test('counts a calm time up to the burst alone', () => {
  expect(admitNext(given(), after(86_400)).admittedNumber).toBe(5)
  expect(admitNext(given({ peopleAMinute: null }), after(86_400)).admittedNumber).toBe(100)
  expect(admitNext(given({ peopleAMinute: 1 }), after(86_400)).admittedNumber).toBe(1)
})

test('admits nobody while it is paused, and nobody twice', () => {
  expect(admitNext(given({ isPaused: true }), after(10)).admittedNumber).toBe(0)
  expect(admitNext(given({ lastNumber: 3 }), after(10)).admittedNumber).toBe(3)
})

test('counts no time twice, and begins anew when the clock was set back', () => {
  expect(admitNext(given({ advancedAt: after(10) }), start)).toMatchObject({ admittedNumber: 0, advancedAt: after(10) })
  const setBack = { ...given({ advancedAt: after(70) }), ...admitNext(given({ advancedAt: after(70) }), start) }
  expect(setBack).toMatchObject({ admittedNumber: 0, advancedAt: start })
  expect(admitNext(setBack, after(3)).admittedNumber).toBe(3)
})

test('needs passes while somebody waits, and for a calm time after', () => {
  const empty = { lastNumber: 7, admittedNumber: 7 }
  expect(needsPass(given(), false)).toBe(true)
  expect(needsPass(given({ ...empty, lotSize: 1 }), false)).toBe(true)
  expect(needsPass(given({ ...empty, credit: 4 }), false)).toBe(false)
  expect(needsPass(given({ ...empty, credit: 4 }), true)).toBe(true)
  expect(needsPass(given({ ...empty, credit: 5 }), true)).toBe(false)
  expect([needsPass(given({ ...empty, mode: 'ALWAYS' }), false), needsPass(given({ mode: 'OFF' }), true)]).toEqual([
    true,
    false,
  ])
})

test('lowers the automatic rate in an overload, and raises it slowly', () => {
  const calm = { tookMs: 20, refusals: 0 }
  expect(adaptRate(1_000, { ...calm, tookMs: 900 })).toBe(800)
  expect(adaptRate(1_000, { ...calm, refusals: 1 })).toBe(800)
  expect(adaptRate(1_000, calm)).toBeCloseTo(1_100)
  expect(adaptRate(600, { ...calm, refusals: 9 })).toBe(600)
  expect(adaptRate(AUTOMATIC_RATE, calm)).toBe(AUTOMATIC_RATE)
})
