import { ChunkError } from '#client/shell/lazy-code.ts'
import boldUrl from './fonts/noto-sans-bold.ttf?url'
import regularUrl from './fonts/noto-sans-regular.ttf?url'
import type { Invoice } from './shown-invoice.ts'

/** Creates the PDF of an invoice and downloads it. Loads code and fonts on demand. */
export async function downloadInvoice(invoice: Invoice): Promise<void> {
  const [{ invoicePdf }, regular, bold] = await Promise.all([
    import('./invoice-pdf.ts'),
    fetchFont(regularUrl),
    fetchFont(boldUrl),
  ]).catch((error: unknown) => {
    throw new ChunkError(error)
  })
  const { doc, fileName } = invoicePdf(invoice, { regular, bold })
  doc.save(`${fileName}.pdf`)
}

async function fetchFont(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
