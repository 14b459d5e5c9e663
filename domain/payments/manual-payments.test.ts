import { describe, expect, test } from 'vitest'
import { isBankingDay } from './banking-days.ts'
import { creditorReference, creditorReferencesIn, grouped } from './creditor-reference.ts'
import { manualReference, manualTerms } from './manual-payments.ts'

const now = new Date('2026-03-30T10:00:00Z')
const order = { now, firstStart: undefined, transferDays: 5, timeZone: 'Europe/Vienna' }
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe('the time to pay', () => {
  test('lasts at the box office until 30 minutes before the first show', () => {
    const dueAt = new Date(inDays(3).getTime() - 30 * 60_000)
    expect(manualTerms('desk', { ...order, firstStart: inDays(3) })).toEqual({ dueAt, heldUntil: dueAt })
    expect(manualTerms('desk', { ...order, firstStart: new Date(now.getTime() + 30 * 60_000) })).toBeUndefined()
  })

  test('lasts at the box office for seven days without a show', () => {
    expect(manualTerms('desk', order)).toEqual({ dueAt: inDays(7), heldUntil: inDays(7) })
  })

  test('waits for a transfer three banking days longer, over Easter', () => {
    // 2026-04-04 is the Saturday before Easter: Tuesday, Wednesday, Thursday.
    expect(manualTerms('transfer', order)).toEqual({ dueAt: inDays(5), heldUntil: inDays(10) })
  })

  test('waits for a transfer at most until 30 minutes before the first show', () => {
    const terms = manualTerms('transfer', { ...order, firstStart: inDays(8) })
    expect(terms).toEqual({ dueAt: inDays(5), heldUntil: new Date(inDays(8).getTime() - 30 * 60_000) })
    expect(manualTerms('transfer', { ...order, firstStart: inDays(7) })).toBeUndefined()
  })
})

test.each(['2026-04-03', '2026-04-06', '2026-01-01', '2026-05-01', '2026-12-25', '2027-03-26', '2026-11-28'])(
  'transfers no money on %s',
  (day) => expect(isBankingDay(Date.parse(day))).toBe(false),
)

test.each(['2026-04-02', '2026-04-07', '2026-12-24', '2026-11-27'])('transfers money on %s', (day) =>
  expect(isBankingDay(Date.parse(day))).toBe(true),
)

describe('creditor references', () => {
  test('have the check digits of ISO 11649', () => {
    expect(creditorReference('539007547034')).toBe('RF18539007547034')
    expect(manualReference('transfer', 17)).toMatch(/^RF\d\d00000017$/)
    expect(grouped('RF18539007547034')).toBe('RF18 5390 0754 7034')
  })

  test.each([
    'RF18 5390 0754 7034',
    'rf18539007547034',
    'Rechnung: RF18-5390-0754-7034, danke',
    'xRF18539007547034and more',
    'RF77RF18539007547034',
  ])('are found in “%s”', (purpose) => expect(creditorReferencesIn(purpose, 12)).toEqual(['RF18539007547034']))

  test.each(['', 'RF19539007547034', 'RF1853900754703', 'Tickets', '18539007547034'])(
    'are not found in “%s”',
    (purpose) => expect(creditorReferencesIn(purpose, 12)).toEqual([]),
  )

  test('are found in a time that grows with the text, not with its square', () => {
    const processorTimeOf = (text: string) => {
      const before = process.threadCpuUsage()
      expect(creditorReferencesIn(text, 12)).toEqual([])
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    const leastOf = (repeats: number) => {
      const text = 'RF18 5390 0754 '.repeat(repeats)
      return Math.min(...Array.from({ length: 7 }, () => processorTimeOf(text)))
    }
    leastOf(10_000)
    // The square of ten times as much text would take a hundred times as long. Both texts are so long that garbage is
    // collected meanwhile.
    expect(leastOf(300_000) / leastOf(30_000)).toBeLessThan(40)
  })
})
