import { expect, test } from 'vitest'
import type { PlaceId, ShowId, TicketId } from '../ids.ts'
import { cents } from '../money.ts'
import { SHEET_FORMATS, type SheetBox, type SheetFormat } from './sheet.ts'
import { ticketSheets } from './ticket-sheets.ts'
import type { PrintedTicket } from './ticket-texts.ts'

const shop = { name: 'Foyer', address: 'Ring 1', termsUrl: 'https://tickets.example/terms' }
const ticket: PrintedTicket = {
  ...{ id: 5 as TicketId, placeId: 1 as PlaceId, showId: 2 as ShowId, eventTitle: 'Tosca', showName: 'Premiere' },
  ...{ startsAt: '2026-12-12T18:30:00Z', timeZone: 'Europe/Vienna', locationName: 'Opera', locationAddress: 'Ring 2' },
  gateNames: ['Gate B, north side'],
  ...{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14, kind: 'RESTRICTED_VIEW' },
  ...{ price: cents(4_550), orderNumber: '2026-000012', code: 'F1', doorCode: 'K7QJ2MZD' },
}
const sheetOf = (given: PrintedTicket, format: SheetFormat = 'A4') => {
  const [sheet] = ticketSheets([given], shop, format)
  if (!sheet) throw new Error('There is no sheet')
  return { ...sheet, words: sheet.columns.flatMap(({ texts }) => texts.map(({ text }) => text)) }
}

const MARGIN_MODULES = 4
const MODULES = 37
const overlap = (a: SheetBox, b: SheetBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test.each(SHEET_FORMATS)('%s: keeps its boxes on the page, apart, and off the white margin of the code', (format) => {
  const { width, height, columns, code } = sheetOf(ticket, format)
  const margin = (code.width / MODULES) * MARGIN_MODULES
  const reserved = {
    ...{ x: code.x - margin, y: code.y - margin },
    ...{ width: code.width + 2 * margin, height: code.height + 2 * margin },
  }
  const boxes = [...columns, reserved]
  for (const [index, box] of boxes.entries()) {
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).not.toContain(false)
    for (const other of boxes.slice(index + 1)) expect([box, other, overlap(box, other)]).toEqual([box, other, false])
  }
})

test('names show, time, venue, place, price, order, code and terms', () => {
  expect(sheetOf(ticket).words).toEqual(
    expect.arrayContaining([
      ...['Tosca – Premiere', 'Sat 2026/12/12 19:30', 'Opera', 'Ring 2', 'Stalls', 'C', '14', 'restricted view'],
      ...['Price: 45.50 €, VAT included', 'Order: invoice 2026-000012', 'K7QJ 2MZD'],
      'Entrance: Gate B, north side',
      ...['Terms: https://tickets.example/terms', 'Foyer'],
    ]),
  )
})

test('names the sector alone of a standing place', () => {
  const { words } = sheetOf({ ...ticket, sectorName: 'Floor', rowName: '', seatNumber: 0 })
  expect(words).toContain('Floor')
  expect(words).not.toContain('Row')
})
