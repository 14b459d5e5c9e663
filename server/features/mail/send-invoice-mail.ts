import type { InvoiceId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { selectInvoiceFacts } from '#server/features/invoices/invoices.sql.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { InvoiceMail } from './mail.sql.ts'
import type { MailedItems } from './mail-cards.ts'
import { invoiceMailContent, mergedInvoiceMailContent } from './mail-texts.ts'
import { selectProductsOfInvoice, selectTicketsOfInvoice } from './mailed-items.sql.ts'
import type { Sender } from './sender.ts'

/** Writes and sends one mail about one or more invoices of a customer. Sends nothing to a deleted account. */
export async function sendInvoiceMail(
  { db, settings, mailer }: Sender,
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
  const content =
    mails.length === 1
      ? invoiceMailContent(first, invoice, await selectItems(db, invoice.id), settings)
      : mergedInvoiceMailContent(mails, invoices, settings)
  await mailer.send({ id, to: recipient, ...content })
}

async function selectItems(db: Db, id: InvoiceId): Promise<MailedItems> {
  return { tickets: await selectTicketsOfInvoice(db, id), products: await selectProductsOfInvoice(db, id) }
}
