import { readFile } from 'node:fs/promises'
import { ticketSheets } from '#domain/ticket-sheet/ticket-sheets.ts'
import type { AppContext } from '#server/context.ts'
import type { MailedTicket } from '#server/features/mail/mailed-items.sql.ts'
import { printedTickets, printingShop } from './printable-tickets.ts'

const FONTS = new URL('../../../print/fonts/', import.meta.url)

/** Returns the function that draws bought tickets on A4 as a PDF file. Loads code and fonts with the first file. */
export function ticketPrinter(
  context: Pick<AppContext, 'db' | 'tokens' | 'settings'>,
): (tickets: readonly MailedTicket[]) => Promise<Uint8Array> {
  return async (tickets) => {
    const sheets = ticketSheets(await printedTickets(context, tickets), printingShop(context.settings), 'A4')
    const { ticketPdf } = await import('#print/ticket-pdf.ts')
    return new Uint8Array(ticketPdf(sheets, 'Tickets', await (fonts ??= readFonts())).output('arraybuffer'))
  }
}

let fonts: ReturnType<typeof readFonts> | undefined

async function readFonts() {
  const read = async (name: string) => new Uint8Array(await readFile(new URL(name, FONTS)))
  return { regular: await read('noto-sans-regular.ttf'), bold: await read('noto-sans-bold.ttf') }
}
