import { lazyCode } from '#client/shell/lazy-code.ts'
import type { Invoice } from './shown-invoice.ts'

const drawing = lazyCode(() => import('./draw-invoice.ts'))

/** Creates the PDF of an invoice and downloads it. Loads code and fonts on demand. */
export async function downloadInvoice(invoice: Invoice): Promise<void> {
  const { drawInvoice } = await drawing.fetch()
  const { doc, fileName } = await drawInvoice(invoice)
  doc.save(`${fileName}.pdf`)
}
