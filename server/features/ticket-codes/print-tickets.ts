import { ticketFileName } from '#domain/ticket-file-name.ts'
import { ticketSheets } from '#domain/ticket-sheet/ticket-sheets.ts'
import type { AppContext } from '#server/context.ts'
import type { MailedTicket } from '#server/features/mail/mailed-items.sql.ts'
import { TicketPrinter } from '#server/gateways/printing/ticket-printer.ts'
import { printedTickets, printingShop } from './printable-tickets.ts'

/** Returns the function that draws bought tickets on A4 as a PDF file, and names it. */
export function ticketPrinter(
  context: Pick<AppContext, 'db' | 'tokens' | 'settings'>,
): (tickets: readonly MailedTicket[]) => Promise<{ name: string; file: Uint8Array }> {
  const printer = new TicketPrinter()
  return async (tickets) => {
    const sheets = ticketSheets(await printedTickets(context, tickets), printingShop(context.settings), 'A4')
    const name = ticketFileName(tickets)
    return { name, file: await printer.print(sheets, name) }
  }
}
