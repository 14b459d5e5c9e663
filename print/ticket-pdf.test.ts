import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeQR } from 'qr/decode.js'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import type { PlaceId, ShowId, TicketId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { SHEET_FORMATS, type SheetFormat } from '#domain/ticket-sheet/sheet.ts'
import { ticketSheets } from '#domain/ticket-sheet/ticket-sheets.ts'
import type { PrintedTicket } from '#domain/ticket-sheet/ticket-texts.ts'
import type { FontFiles } from './document.ts'
import { ticketPdf } from './ticket-pdf.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const MODULES = 37
const PIXELS_PER_MODULE = 4
const MARGIN = 4

let fonts: FontFiles

beforeAll(async () => {
  const read = async (name: string) => new Uint8Array(await readFile(join(import.meta.dirname, 'fonts', name)))
  fonts = { regular: await read('noto-sans-regular.ttf'), bold: await read('noto-sans-bold.ttf') }
})

const ticket: PrintedTicket = {
  ...{ id: 5 as TicketId, placeId: 1 as PlaceId, showId: 2 as ShowId, eventTitle: 'Tosca', showName: 'Łódź' },
  ...{ startsAt: '2026-12-12T18:30:00Z', timeZone: 'Europe/Vienna', locationName: 'Opera', locationAddress: 'Ring 2' },
  gateNames: ['Gate B'],
  ...{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14, kind: null },
  ...{ price: cents(4_550), orderNumber: '2026-000012', code: codeFrom(0), doorCode: 'K7QJ2MZD' },
}

/** Makes a text with the length and the letters of a code. */
function codeFrom(seed: number): string {
  return `F1${Array.from({ length: 120 }, (_, at) => LETTERS[(seed + at * at * 7) % LETTERS.length]).join('')}`
}

async function made(tickets: readonly PrintedTicket[], format: SheetFormat) {
  const shop = { name: 'Foyer', address: 'Ring 1', termsUrl: 'https://tickets.example/terms' }
  const doc = ticketPdf(ticketSheets(tickets, shop, format), 'Tickets', fonts)
  const bytes = new Uint8Array(doc.output('arraybuffer'))
  const size = bytes.length
  const pdf = await getDocumentProxy(bytes)
  const { text } = await extractText(pdf, { mergePages: false })
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '))
  return { pdf, size, pages }
}

/** Rebuilds the picture of a page's code from its filled rectangles, and reads it. */
async function readCode(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, page: number): Promise<string> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await (await pdf.getPage(page)).getOperatorList()
  const boxes = fnArray.flatMap((operator, index) => {
    const [paint, [path], box] = (operator === OPS.constructPath ? argsArray[index] : [0, []]) as [
      number,
      [Record<string, number> | undefined],
      Record<string, number> | undefined,
    ]
    return paint === OPS.fill && path && box ? [rectanglesOf(Object.values(path))] : []
  })
  const rectangles = boxes.find(({ length }) => length > MODULES) ?? []
  const left = Math.min(...rectangles.map(([x]) => x))
  const top = Math.max(...rectangles.map(([, , , above]) => above))
  const module = (Math.max(...rectangles.map(([, , right]) => right)) - left) / MODULES
  const side = (MODULES + 2 * MARGIN) * PIXELS_PER_MODULE
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [x, below, right, above] of rectangles) {
    for (let down = pixel(top - above); down < pixel(top - below); down += 1) {
      for (let across = pixel(x - left); across < pixel(right - left); across += 1) {
        data.fill(0, (down * side + across) * 4, (down * side + across) * 4 + 3)
      }
    }
  }
  return decodeQR({ width: side, height: side, data })

  function pixel(points: number): number {
    return (Math.round(points / module) + MARGIN) * PIXELS_PER_MODULE
  }
}

type Rectangle = [left: number, below: number, right: number, above: number]

/** Reads the rectangles of a path: operators with their points, each rectangle from one "move to" to the next. */
function rectanglesOf(path: readonly number[]): Rectangle[] {
  const POINTS = [2, 2, 6, 4, 0]
  const found: [number, number][][] = []
  for (let at = 0; at < path.length; at += 1 + (POINTS[path[at] ?? 0] ?? 0)) {
    if (path[at] === 0) found.push([])
    if (path[at] !== 4) found.at(-1)?.push([path[at + 1] ?? 0, path[at + 2] ?? 0])
  }
  return found.map((points) => {
    const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)]
    return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]
  })
}

test.each(SHEET_FORMATS)('%s: draws the code of each ticket so that it can be read', async (format) => {
  const tickets = [ticket, { ...ticket, code: codeFrom(3), seatNumber: 15 }]
  const { pdf, pages } = await made(tickets, format)
  expect(pages).toHaveLength(2)
  expect([await readCode(pdf, 1), await readCode(pdf, 2)]).toEqual(tickets.map(({ code }) => code))
  expect(pages[0]).toContain('Tosca – Łódź')
  expect(pages.map((page) => /Seat (\d+)/.exec(page)?.[1])).toEqual(['14', '15'])
})

test('draws boxes for letters that the font lacks, and the rest of the ticket right', async () => {
  const { pages, pdf } = await made([{ ...ticket, eventTitle: 'שלום 漢字 🎭 Tosca', sectorName: '平土間 A' }], 'A4')
  expect(pages[0]).toMatch(/Tosca – Łódź.*Row C Seat 14/)
  expect(await readCode(pdf, 1)).toBe(ticket.code)
})

test('keeps names of 255 letters on the page, and twenty tickets small', async () => {
  const long = 'Ł'.repeat(255)
  const { pages } = await made(
    [
      {
        ...ticket,
        eventTitle: long,
        showName: `x${long}`,
        locationName: long,
        locationAddress: long,
        sectorName: long,
      },
    ],
    'PHONE',
  )
  expect(pages[0]?.match(/Ł/g)).toHaveLength(5 * 255)
  const { size } = await made(
    Array.from({ length: 20 }, (_, seatNumber) => ({ ...ticket, seatNumber })),
    'A4',
  )
  expect(size).toBeLessThan(150_000)
})

test('draws many tickets of a show in a script that its font lacks without drawing for a minute', async () => {
  const long = '漢 a'.repeat(85)
  const show = { eventTitle: long, showName: long, locationName: long, locationAddress: long, sectorName: long }
  const tickets = Array.from({ length: 30 }, (_, index) => ({ ...ticket, ...show, id: index as TicketId }))
  const start = process.cpuUsage()
  const { pdf } = await made(tickets, 'A4')
  expect(pdf.numPages).toBe(30)
  // Processor time, which other programs do not lengthen: 3 s, and 28 s if each ticket is wrapped anew.
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(12_000)
}, 60_000)
