import { expect, test } from 'vitest'
import { programmePartName, showTimeText } from './programme-words.ts'

const part = (name: 'TONIGHT' | 'WEEKEND' | 'LATER', ...times: string[]) => ({
  name,
  shows: times.map((time) => ({ startTime: `2026-07-01T${time}Z`, location: { timeZone: 'Europe/Vienna' } })),
})

test('names the parts of the programme, and tonight by day', () => {
  expect(programmePartName(part('TONIGHT', '17:30', '22:30'))).toBe('Tonight')
  expect(programmePartName(part('TONIGHT', '13:00', '17:30'))).toBe('Today')
  expect(programmePartName(part('WEEKEND', '13:00'))).toBe('This weekend')
  expect(programmePartName(part('LATER', '13:00'))).toBe('Coming up')
})

test('formats a start with its weekday in the zone of the venue', () => {
  expect(showTimeText('2026-07-01T22:30Z', 'Europe/Vienna')).toBe('Thu 2026/07/02 00:30')
})
