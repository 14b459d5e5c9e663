import type { ReplyOf } from '#contract/endpoint.ts'
import type { listPrintableTickets } from '#contract/printable-tickets.ts'
import type { SheetFormat } from '#domain/ticket-sheet/sheet.ts'
import { ticketSheets } from '#domain/ticket-sheet/ticket-sheets.ts'
import { ticketPdf } from '#print/ticket-pdf.ts'
import { fetchFonts } from '#client/calls/fetch-fonts.ts'

type Printed = Pick<ReplyOf<typeof listPrintableTickets>, 'shop' | 'elements'>

/** Draws tickets as a PDF file with the fonts of the client. */
export async function drawTickets({ shop, elements }: Printed, format: SheetFormat, title: string): Promise<Blob> {
  return ticketPdf(ticketSheets(elements, shop, format), title, await fetchFonts()).output('blob')
}
