import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listPrintableTickets } from '#contract/printable-tickets.ts'
import type { InvoiceId, TicketId } from '#domain/ids.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { ticketFileName } from '#domain/tickets/ticket-file-name.ts'
import type { SheetFormat } from '#domain/ticket-sheet/sheet.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { lazyCode } from '#client/shell/lazy-code.ts'
import { toastInfo } from '#client/ui/feedback/toasts.ts'
import { saveFile } from '#client/ui/save-file.ts'

const drawing = lazyCode(() => import('./draw-tickets.ts'))

/** One ticket, the tickets of an order, or all of coming shows. */
export type TicketsToPrint = { readonly ticketId?: TicketId; readonly invoiceId?: InvoiceId }

/** Downloads bought tickets of the customer as a PDF file. */
export function useDownloadTickets(filter: TicketsToPrint) {
  return useSaveTickets({
    queryKey: ['own-tickets', 'printable', filter],
    queryFn: ({ signal }) => call(listPrintableTickets, { query: filter, signal }),
    instead: texts.showPage,
  })
}

type Source = {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (options: { readonly signal: AbortSignal }) => Promise<ReplyOf<typeof listPrintableTickets>>
  /** The advice for tickets that have live codes. */
  readonly instead: string
}

/** Saves tickets as a PDF file, drawn in the browser. Loads code and fonts on demand. */
export function useSaveTickets({ queryKey, queryFn, instead }: Source) {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (format: SheetFormat) => {
      // A code may have been replaced meanwhile.
      const printable = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 })
      const { elements, total, live } = printable
      if (live > 0) toastInfo(`${texts.live(live)} ${instead}`)
      if (elements.length === 0) return live > 0 ? undefined : toastInfo(texts.none)
      const { drawTickets } = await drawing.fetch()
      const title = ticketFileName(elements, format)
      saveFile(`${title}.pdf`, await drawTickets(printable, format, title))
      if (total > elements.length) toastInfo(texts.some(elements.length, total))
    },
  })
}

const texts = {
  none: 'There are no bought tickets to download.',
  live: (count: number) =>
    `${counted(count, 'ticket has a live code', 'tickets have live codes')}, so there is no file of ${count === 1 ? 'it' : 'them'}.`,
  showPage: 'Show the page of the ticket at the entrance.',
  some: (printed: number, total: number) =>
    `The file has the first ${counted(printed, 'ticket', 'tickets')} of ${numberText(total)}. Open the others one by one.`,
}
