import { fetchFonts } from '#client/calls/fetch-fonts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { Invoice } from './shown-invoice.ts'

/** Draws an invoice as a PDF with the fonts of the client. */
export async function drawInvoice(invoice: Invoice) {
  return invoicePdf(invoice, await fetchFonts())
}
