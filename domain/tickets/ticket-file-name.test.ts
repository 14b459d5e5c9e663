import { expect, test } from 'vitest'
import type { ShowId, TicketId } from '../ids.ts'
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
  expect(ticketFileName([ticket], 'A4')).toBe('Ticket 5 Tosca – Premiere, Stalls, row C, seat 14')
  expect(ticketFileName([ticket], 'PHONE')).toBe('Ticket 5 Tosca – Premiere, Stalls, row C, seat 14 (phone)')
})

test('names a file of several tickets by the first, and by their show if it is one', () => {
  const other = { ...ticket, id: 6 as TicketId }
  expect(ticketFileName([ticket, other, other], 'A4')).toBe('Tickets Tosca – Premiere (3, from no. 5)')
  expect(ticketFileName([ticket, other], 'PHONE')).toBe('Tickets Tosca – Premiere (2, from no. 5, phone)')
  expect(ticketFileName([ticket, { ...other, showId: 2 as ShowId }], 'A4')).toBe('Tickets (2, from no. 5)')
})

test('leaves out what file systems refuse, and keeps long names apart', () => {
  expect(ticketFileName([{ ...ticket, eventTitle: '../AC/DC: "Live"?', showName: '' }], 'A4')).toBe(
    'Ticket 5 .. AC DC Live , Stalls, row C, seat 14',
  )
  const long = { ...ticket, eventTitle: '🎭'.repeat(200), showName: '' }
  const both = [long, { ...long, id: 6 as TicketId }]
  const names = both.flatMap((each) => [
    ...[ticketFileName([each], 'A4'), ticketFileName([each], 'PHONE')],
    ...[ticketFileName([each, each], 'A4'), ticketFileName([each, each], 'PHONE')],
  ])
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(new TextEncoder().encode(`${name}.pdf`).length).toBeLessThan(256)
})
