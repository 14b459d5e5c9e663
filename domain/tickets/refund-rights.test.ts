import { expect, test } from 'vitest'
import { endOfRefund, isRefundable } from './refund-rights.ts'

const startsAt = new Date('2026-12-01T19:00:00Z')
const later = new Date('2026-12-08T19:00:00Z')
const before = (end: Date) => new Date(end.getTime() - 1)

test.each([
  ['the start of the show', null, startsAt],
  ['an offered later time', later, later],
  ['the start, after an offer that a later start has overtaken', new Date('2026-11-01T00:00:00Z'), startsAt],
])('refunds until %s', (_, refundableUntil, end) => {
  const ticket = { startsAt, refundableUntil }
  expect(endOfRefund(ticket)).toEqual(end)
  expect([isRefundable(ticket, before(end)), isRefundable(ticket, end)]).toEqual([true, false])
})
