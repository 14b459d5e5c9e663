import { pages } from '#contract/pages.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { type Cents, euro } from '#domain/money.ts'
import { costText } from '#domain/points.ts'
import type { Settings } from '#server/env.ts'
import type { MailContent } from '#server/gateways/render-mail.ts'
import { publicUrl } from '#server/public-url.ts'
import type { AccountMail, InvoiceMail } from './mail.sql.ts'

type Site = Pick<Settings, 'PUBLIC_URL'>
/** `points`: those paid with. */
type InvoiceFacts = { id: InvoiceId; invoiceNumber: string; total: Cents; points: number }

const PICK_UP = 'Please pick up your tickets 30 minutes before the show starts.'

/** Writes a mail about an invoice. Links start with the shop's public address. */
export function invoiceMailContent(mail: InvoiceMail, invoice: InvoiceFacts, site: Site): MailContent {
  const url = publicUrl(site, pages.invoice.href(invoice))
  switch (mail.template) {
    case 'order-confirmation':
      return {
        subject: `Your order, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `Thank you for your order of ${costText(invoice.total, invoice.points)}. Your invoice has the number ${invoice.invoiceNumber}.`,
          ...(mail.hasTickets ? [PICK_UP] : []),
        ],
        link: { label: 'Your invoice', url },
      }
    case 'refund':
      return {
        subject: `Your refund, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `Your ticket is cancelled, and ${euro(invoice.total)} goes back to you. The refund invoice has the number ${invoice.invoiceNumber}.`,
        ],
        link: { label: 'Your refund invoice', url },
      }
  }
}

/** Writes one mail about several invoices, and names each of them. */
export function mergedInvoiceMailContent(
  mails: readonly InvoiceMail[],
  invoices: readonly InvoiceFacts[],
  site: Site,
): MailContent {
  const facts = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const listOf = (template: InvoiceMail['template']) =>
    mails
      .filter((mail) => mail.template === template)
      .map(({ invoiceId }) => facts.get(invoiceId))
      .filter((invoice) => invoice !== undefined)
      .map(({ invoiceNumber, total, points }) => `${invoiceNumber} (${costText(total, points)})`)
      .join(', ')
  const [orders, refunds] = [listOf('order-confirmation'), listOf('refund')]
  const hasTickets = mails.some((mail) => mail.template === 'order-confirmation' && mail.hasTickets)
  return {
    subject: `Your orders and refunds: ${mails.length} invoices`,
    paragraphs: [
      'You ordered or returned a lot within an hour, so one mail lists the rest of it.',
      ...(orders ? [`Thank you for your orders. Your invoices: ${orders}.`] : []),
      ...(refunds
        ? [`Your tickets are cancelled, and the money goes back to you. Your refund invoices: ${refunds}.`]
        : []),
      ...(hasTickets ? [PICK_UP] : []),
    ],
    link: { label: 'Your invoices', url: publicUrl(site, pages.ownInvoices.href()) },
  }
}

/** Writes a mail about an account. */
export function accountMailContent({ template }: AccountMail, site: Site): MailContent {
  switch (template) {
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your account was changed just now, and your other sessions have ended.',
          'If this was not you, set a new password at once.',
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'second-factor-on':
      return {
        subject: 'Your account has a second factor now',
        paragraphs: [
          'A second factor was added to your account just now: a login needs a code of your app. Your other sessions have ended.',
          'If this was not you, tell an administrator of the shop at once.',
        ],
      }
    case 'second-factor-off':
      return {
        subject: 'Your second factor was removed',
        paragraphs: [
          'The second factor of your account was removed just now: a login needs the password alone.',
          'If you did not ask for this, set a new password at once.',
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'address-known':
      return {
        subject: 'You have an account already',
        paragraphs: [
          'Somebody, probably you, tried to register with this email address. It has an account already, so nothing was changed.',
          'If you forgot your password, you can set a new one.',
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'account-unused':
      return {
        subject: 'Your account will be deleted',
        paragraphs: [
          'You have not used your account for a long time, so it will be deleted in 30 days, together with its points.',
          'To keep it, log in before then. Otherwise there is nothing to do.',
        ],
        link: { label: 'Log in', url: publicUrl(site, pages.login.href()) },
      }
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        paragraphs: [
          'Your account is deleted, and your reservations are free again. Tickets that you bought stay valid.',
          'Invoices are kept as long as the law demands.',
        ],
      }
  }
}
