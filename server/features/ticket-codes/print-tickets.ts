import { ticketFileName } from '#domain/tickets/ticket-file-name.ts'
import { ticketSheets } from '#domain/ticket-sheet/ticket-sheets.ts'
import type { AppContext } from '#server/context.ts'
import type { MailedTicket } from '#server/features/mail/mailed-items.sql.ts'
import { FileThread } from '#server/gateways/printing/file-thread.ts'
import type { SheetsToPrint } from '#server/gateways/printing/print-thread.ts'
import { printedTickets, printingShop } from './printable-tickets.ts'

const PRINT_THREAD = new URL('../../gateways/printing/print-thread.ts', import.meta.url)

/** One for the process: a new thread takes half a second of the processor for its first file. */
const printer = new FileThread<SheetsToPrint>(PRINT_THREAD)

/** Returns the function that draws bought tickets on A4 as a PDF file, and names it. */
export function ticketPrinter(
  context: Pick<AppContext, 'db' | 'tokens' | 'settings'>,
): (tickets: readonly MailedTicket[]) => Promise<{ name: string; file: Uint8Array }> {
  return async (tickets) => {
    const sheets = ticketSheets(await printedTickets(context, tickets), printingShop(context.settings), 'A4')
    const name = ticketFileName(tickets)
    return { name, file: await printer.make({ sheets, title: name }) }
  }
}
