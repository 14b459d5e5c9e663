import { pages } from '#contract/pages.ts'
import { MAX_PRINTED_TICKETS, type PrintableTickets } from '#contract/printable-tickets.ts'
import type { OrderId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { PrintedTicket, PrintingShop } from '#domain/ticket-sheet/ticket-texts.ts'
import type { AppContext } from '#server/context.ts'
import type { Settings } from '#server/settings/env.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import type { MailedTicket } from '#server/features/mail/mailed-items.sql.ts'
import { codesOfTickets } from './codes-of-tickets.ts'
import {
  countTicketsToPrint,
  type PrintedTicketsFilter,
  selectBuyerOfOrder,
  selectTicketsToPrint,
} from './printable-tickets.sql.ts'

/** Does work of this thread. */
type Work = <Result>(work: () => Result) => Result

/** Reads what is printed on bought tickets of a customer, up to the limit of one document. */
export async function listPrintableTickets(
  context: AppContext,
  filter: PrintedTicketsFilter,
  counted: Work,
): Promise<PrintableTickets> {
  const { total, live } = await countTicketsToPrint(context.db, filter)
  const printed = await selectTicketsToPrint(context.db, filter, MAX_PRINTED_TICKETS)
  const elements = await printedTickets(context, printed, counted)
  return { shop: printingShop(context.settings), total, elements, live }
}

/** Reads what is printed on the bought tickets of a guest's order. Empty for a customer's. Throws `not_found`. */
export async function listGuestTickets(context: AppContext, id: OrderId, counted: Work): Promise<PrintableTickets> {
  const order = await selectBuyerOfOrder(context.db, id)
  if (!order) throw problem('not_found', { what: 'order' })
  if (!order.isGuest) return { shop: printingShop(context.settings), total: 0, elements: [], live: 0 }
  return listPrintableTickets(context, { userId: order.userId, invoiceId: order.invoiceId }, counted)
}

/** Names the shop as it stands on tickets. */
export function printingShop(settings: Pick<Settings, 'seller' | 'PUBLIC_URL'>): PrintingShop {
  const { name, address } = settings.seller
  return { name, address, termsUrl: publicUrl(settings, pages.terms.href()) }
}

/** Adds the codes to bought tickets. `counted` signs those that are not remembered. */
export async function printedTickets(
  context: Pick<AppContext, 'db' | 'tokens'>,
  tickets: readonly MailedTicket[],
  counted: Work = (work) => work(),
): Promise<(PrintedTicket & Pick<MailedTicket, 'startsAt' | 'kind' | 'gateNames'>)[]> {
  const codesOf = await codesOfTickets(context)
  const print = (ticket: MailedTicket) => ({
    ...ticket,
    locationAddress: addressText(ticket),
    // The order stays the buyer's.
    ...(ticket.holderId === null ? { orderNumber: ticket.invoiceNumber } : { price: null, orderNumber: null }),
    ...codesOf(ticket),
  })
  return counted(() => tickets.map(print))
}

type Address = Pick<MailedTicket, 'address' | 'postalCode' | 'city'>

/** Formats the address of a location on one line, as it stands on tickets. */
export function addressText({ address, postalCode, city }: Address): string {
  return `${address}, ${postalCode} ${city}`
}
