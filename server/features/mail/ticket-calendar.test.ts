import { expect, test } from 'vitest'
import type { InvoiceId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { MailedTicket } from './mailed-items.sql.ts'
import { calendarOf } from './ticket-calendar.ts'

const shop = {
  PUBLIC_URL: 'https://tickets.example/shop/',
  seller: { name: 'Foyer', address: 'Ring 1', vatId: '', email: 'tickets@foyer.example', timeZone: 'Europe/Vienna' },
}
const buyer = 4 as UserId
const ticket: MailedTicket = {
  ...{
    id: 5 as TicketId,
    placeId: 3 as PlaceId,
    issue: 1,
    userId: buyer,
    holderId: null,
    invoiceNumber: '2026-000012',
  },
  ...{ price: cents(4_500), state: 'BOUGHT', invoiceId: 12 as InvoiceId, refundableUntil: null },
  ...{
    showId: 7 as ShowId,
    showName: 'Premiere',
    showVersion: 3,
    eventTitle: 'Tosca',
    cancelledAt: null,
    hasLiveCodes: false,
  },
  ...{ startsAt: new Date('2026-12-12T18:30:00Z'), endsAt: new Date('2026-12-12T21:00:00Z') },
  ...{ locationName: 'Opera', address: 'Ring 2', postalCode: '1010', city: 'Vienna', timeZone: 'Europe/Vienna' },
  ...{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14, kind: null, gateNames: [], isUsed: false },
}
const at = new Date('2026-12-01T12:00:00Z')

/** Reads the lines of a calendar, after joining those that were folded. */
const linesOf = (tickets: readonly MailedTicket[]) =>
  (calendarOf(tickets, shop, at, buyer) ?? '').replaceAll(/\r\n[ \t]/g, '').split('\r\n')

test('writes one entry per show and order, with a stable UID and the version as its sequence', () => {
  const beside = { ...ticket, seatNumber: 15 }
  const other = { ...ticket, invoiceId: 13 as InvoiceId }
  const lines = linesOf([ticket, beside, other])
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([
    'UID:show-7-order-12@tickets.example',
    'UID:show-7-order-13@tickets.example',
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['METHOD:PUBLISH', 'SEQUENCE:3', 'STATUS:CONFIRMED', 'DTSTAMP:20261201T120000Z'],
      ...['DTSTART:20261212T183000Z', 'DTEND:20261212T210000Z', 'SUMMARY:Tosca – Premiere'],
      String.raw`LOCATION:Opera\, Ring 2\, 1010 Vienna`,
    ]),
  )
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(/seat 14\\n.*seat 15/)
})

test('names the entrance of each place', () => {
  const lines = linesOf([{ ...ticket, gateNames: ['North', 'South'] }])
  expect(lines).toContain(String.raw`DESCRIPTION:Stalls\, row C\, seat 14. Entrance: North or South`)
})

test('replaces the entry when a ticket is refunded or gets a new code, and cancels it with the last refund', () => {
  const refunded = { ...ticket, state: 'REFUNDED' as const }
  const kept = linesOf([refunded, { ...ticket, seatNumber: 15, issue: 2 }])
  expect(kept).toEqual(
    expect.arrayContaining(['SEQUENCE:5', 'STATUS:CONFIRMED', 'DESCRIPTION:Stalls\\, row C\\, seat 15']),
  )
  expect(linesOf([refunded, refunded])).toEqual(expect.arrayContaining(['SEQUENCE:5', 'STATUS:CANCELLED']))
})

test('cancels the entry of a cancelled show, and writes none for reservations', () => {
  const lines = linesOf([{ ...ticket, showVersion: 4, cancelledAt: at }])
  expect(lines).toEqual(
    expect.arrayContaining(['UID:show-7-order-12@tickets.example', 'SEQUENCE:4', 'STATUS:CANCELLED']),
  )
  expect(calendarOf([{ ...ticket, state: 'RESERVED', invoiceId: null }], shop, at, buyer)).toBeUndefined()
})
