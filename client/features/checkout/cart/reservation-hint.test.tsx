import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { givenTicket } from '#client/testing/sample-data.ts'
import type { Ticket } from '#client/names/ticket-name.ts'
import { ReservationHint } from './reservation-hint.tsx'

afterEach(cleanup)

/** Returns the hint at 17:30 for a show at this time, with a reservation until this time. */
function hintAt(startTime: string, reservedUntil: string): string | null {
  const moment = (time: string) => new Date(`2099-07-01T${time}Z`).toISOString()
  const eventShow = { ...givenTicket.eventShow, startTime: moment(startTime) }
  const ticket = { ...givenTicket, eventShow, reservedUntil: moment(reservedUntil) } as unknown as Ticket
  return render(<ReservationHint ticket={ticket} now={new Date(moment('17:30'))} />).container.textContent
}

test('counts down the last hour of a limited reservation', () => {
  expect(hintAt('20:00', '17:45')).toMatch(/15 min/)
})

test('counts nothing down if the reservation lasts until the tickets are picked up or the show starts', () => {
  expect(hintAt('18:30', '18:00')).toMatch(/2099\/07\/01/)
  expect(hintAt('17:50', '17:50')).toMatch(/2099\/07\/01/)
})
