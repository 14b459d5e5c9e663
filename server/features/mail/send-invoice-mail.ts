import type { InvoiceId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectInvoiceFacts } from '#server/features/invoices/invoices.sql.ts'
import { selectNow } from '#server/db/now.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { InvoiceMail } from './mail.sql.ts'
import type { MailedItems } from './mail-cards.ts'
import { invoiceMailContent, mergedInvoiceMailContent } from './mail-texts.ts'
import { selectProductsOfInvoice, selectTicketsOfEntries, selectTicketsOfInvoice } from './mailed-items.sql.ts'
import { isPrinted, MAX_ATTACHED_TICKETS, type TicketSender } from './sender.ts'
import { calendarOf } from './ticket-calendar.ts'

/** Writes and sends one mail about one or more invoices of a customer. Sends nothing to a deleted account. */
export async function sendInvoiceMail(
  { db, settings, mailer, printTickets, makePasses }: TicketSender,
  id: string,
  mails: readonly InvoiceMail[],
): Promise<void> {
  const [first] = mails
  const recipient = first && (await selectUser(db, first.to))
  if (!recipient) return
  const ids = mails.map(({ invoiceId }) => invoiceId)
  const invoices = await selectInvoiceFacts(db, ids)
  const [invoice] = invoices
  if (!invoice) return
  if (mails.length > 1) {
    return mailer.send({ id, to: recipient, ...mergedInvoiceMailContent(mails, invoices, settings) })
  }
  const items = await selectItems(db, invoice.id)
  const valid = items.tickets.filter(
    ({ state, cancelledAt, holderId }) => state === 'BOUGHT' && cancelledAt === null && holderId === null,
  )
  const printed = valid.filter(isPrinted)
  const canAttach = printed.length <= MAX_ATTACHED_TICKETS
  const counts = { valid: valid.length, printed: printed.length, canAttach }
  const content = invoiceMailContent(first, invoice, { ...items, ...counts }, settings)
  const isOrder = first.template === 'order-confirmation'
  const entered = isOrder ? items.tickets.filter(isPrinted) : items.tickets
  const calendar = calendarOf(await selectTicketsOfEntries(db, entered), settings, await selectNow(db), first.to)
  const hasFiles = isOrder && printed.length > 0 && canAttach
  const files = hasFiles && { tickets: await printTickets(printed), passes: await makePasses(printed) }
  await mailer.send({ id, to: recipient, ...content, calendar, ...files })
}

async function selectItems(db: Db, id: InvoiceId): Promise<MailedItems> {
  return { tickets: await selectTicketsOfInvoice(db, id), products: await selectProductsOfInvoice(db, id) }
}
