import { expect, test } from 'vitest'
import type { ShowId, TicketId } from './ids.ts'
import { ticketFileName } from './ticket-file-name.ts'

const ticket = {
  id: 5 as TicketId,
  showId: 1 as ShowId,
  eventTitle: 'Tosca',
  showName: 'Premiere',
  sectorName: 'Stalls',
  rowName: 'C',
  seatNumber: 14,
}

test('names a file by number, show and place of its ticket', () => {
  expect(ticketFileName([ticket])).toBe('Ticket 5 Tosca – Premiere, Stalls, row C, seat 14')
})

test('names a file of several tickets by the first, and by their show if it is one', () => {
  const other = { ...ticket, id: 6 as TicketId }
  expect(ticketFileName([ticket, other, other])).toBe('Tickets 5 and 2 more Tosca – Premiere')
  expect(ticketFileName([ticket, { ...other, showId: 2 as ShowId }])).toBe('Tickets 5 and 1 more')
})

test('leaves out what file systems refuse, and keeps long names apart', () => {
  expect(ticketFileName([{ ...ticket, eventTitle: '../AC/DC: "Live"?', showName: '' }])).toBe(
    'Ticket 5 .. AC DC Live , Stalls, row C, seat 14',
  )
  const long = { ...ticket, eventTitle: '🎭'.repeat(200), showName: '' }
  const names = [long, { ...long, id: 6 as TicketId }].map((each) => ticketFileName([each]))
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(new TextEncoder().encode(`${name}.pdf`).length).toBeLessThan(256)
})
