import { expect, test } from 'vitest'
import { refusalOfHandover } from './ticket-transfers.ts'

const startsAt = new Date('2026-12-12T18:30:00Z')
const ticket = { state: 'BOUGHT', startsAt, cancelledAt: null, isAdmitted: false, issue: 1 } as const
const before = new Date(startsAt.getTime() - 1)

test('lets bought tickets change hands until the show starts or is cancelled', () => {
  expect(refusalOfHandover(ticket, before)).toBeUndefined()
  expect(refusalOfHandover(ticket, startsAt)).toBe('ticket_not_transferable')
  expect(refusalOfHandover({ ...ticket, cancelledAt: before }, before)).toBe('ticket_not_transferable')
  expect(refusalOfHandover({ ...ticket, issue: 30_000 }, before)).toBe('ticket_not_transferable')
  expect(refusalOfHandover({ ...ticket, state: 'REFUNDED' }, before)).toBe('ticket_not_bought')
  expect(refusalOfHandover({ ...ticket, isAdmitted: true }, before)).toBe('ticket_used')
  expect(refusalOfHandover({ ...ticket, state: 'RESERVED' }, before)).toBe('ticket_not_bought')
})
