import { readFile } from 'node:fs/promises'
import type { Sheet } from '#domain/ticket-sheet/sheet.ts'
import { ticketPdf } from '#print/ticket-pdf.ts'
import { answerOrders } from './answer-orders.ts'

/** Sheets to draw as one PDF file. */
export type SheetsToPrint = { sheets: readonly Sheet[]; title: string }

const FONTS = new URL('../../../print/fonts/', import.meta.url)
const readFont = async (name: string) => new Uint8Array(await readFile(new URL(name, FONTS)))
const fonts = { regular: await readFont('noto-sans-regular.ttf'), bold: await readFont('noto-sans-bold.ttf') }

answerOrders<SheetsToPrint>(
  ({ sheets, title }) => new Uint8Array(ticketPdf(sheets, title, fonts).output('arraybuffer')),
)
