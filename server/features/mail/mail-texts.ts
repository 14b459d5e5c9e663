import { pages } from '#contract/pages.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { type Cents, euro } from '#domain/money.ts'
import { DISPUTED_RETURN, type RefundReason, returnText, shortRefundText } from '#domain/payments/payments.ts'
import { costText } from '#domain/points.ts'
import type { Settings } from '#server/settings/env.ts'
import type { MailContent } from '#server/gateways/mail-content.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { cardsOf, type MailedItems } from './mail-cards.ts'
import { LIVE_CODES, PICK_UP, WHAT_TO_BRING } from './sender.ts'
import type { AccountMail, InvoiceMail } from './mail.sql.ts'

type Site = Pick<Settings, 'PUBLIC_URL'>
/** `points`: those paid with. `paidBy`: how a provider took the money, also of a refund; null for other payments. */
type InvoiceFacts = {
  id: InvoiceId
  invoiceNumber: string
  total: Cents
  points: number
  paidBy: string | null
  /** Cents that go back, if less than the total because the order was accepted with too little. Null else. */
  shortRefund: Cents | null
  takenBack: Cents | null
  /** Whether the payment of a cancelled order is disputed at the customer's bank. */
  isDisputed: boolean
}

const ATTACHED = 'Your tickets are attached as a PDF file, to print or to show on your phone.'
const TOO_MANY =
  'There are too many to attach to an email. You can download them as a PDF file from the page of your invoice.'
const TICKETS_INVALID = 'The tickets are no longer valid.'
const MOVED =
  'Your ticket was moved to another place at another price. Another email has the new ticket. The former one is cancelled'
const REFUNDABLE = 'You can return tickets on your ticket page until the show starts.'

/**
 * `valid`: how many of its tickets are valid. `printed`: those of them without live codes. `canAttach`: whether a mail
 * can carry these.
 */
type OrderedItems = MailedItems & { valid: number; printed: number; canAttach: boolean }

/** Writes a mail about an invoice. Links start with the shop's public address. */
export function invoiceMailContent(
  mail: InvoiceMail,
  invoice: InvoiceFacts,
  items: OrderedItems,
  site: Site,
): MailContent {
  const url = publicUrl(site, pages.invoice.href(invoice))
  switch (mail.template) {
    case 'order-confirmation':
      return {
        subject: `Your order, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `Thank you for your order of ${costText(invoice.total, invoice.points)}. Your invoice number is ${invoice.invoiceNumber}.`,
          ...ticketTexts(items),
        ],
        cards: [
          ...cardsOf(items, mail.to),
          {
            title: `Total: ${costText(invoice.total, invoice.points)}`,
            facts: ['Prices include VAT.', ...paidFacts(invoice)],
          },
        ],
        link: { label: 'Your invoice', url },
        ...(items.valid > 0 && { hint: REFUNDABLE }),
      }
    case 'refund':
      return {
        subject: `Your refund, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `${mail.isMoved ? MOVED : 'Your ticket is cancelled'} and ${euro(invoice.shortRefund ?? invoice.total)} will be refunded. Your refund invoice number is ${invoice.invoiceNumber}.`,
          ...returnTexts([invoice]),
        ],
        cards: cardsOf(items, mail.to),
        link: { label: 'Your refund invoice', url },
      }
    case 'show-cancelled':
      return {
        subject: `Show cancelled, refund invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `We are sorry: the show for your tickets below was cancelled. ${mail.reason}`,
          `${euro(invoice.shortRefund ?? invoice.total)} will be refunded; there is nothing you need to do. Your refund invoice number is ${invoice.invoiceNumber}.`,
          ...returnTexts([invoice]),
        ],
        cards: cardsOf(items, mail.to),
        link: { label: 'Your refund invoice', url },
      }
    case 'dispute-lost':
      return {
        subject: `Payment taken back, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `Your bank took back the payment of the items below, so they are cancelled. Your cancellation invoice number is ${invoice.invoiceNumber}.`,
          ...(mail.hasTickets ? [TICKETS_INVALID] : []),
        ],
        cards: cardsOf(items, mail.to),
        link: { label: 'Your cancellation invoice', url },
      }
    case 'dispute-won':
      return {
        subject: `Your refund, invoice ${invoice.invoiceNumber}`,
        paragraphs: [
          `Your bank decided that you have paid for the items below after all. They stay cancelled, and ${euro(invoice.shortRefund ?? invoice.total)} will be refunded.`,
          ...returnTexts([invoice]),
        ],
        cards: cardsOf(items, mail.to),
        link: { label: 'Your cancellation invoice', url },
      }
  }
}

/** Says where the tickets of an order are, and what to bring. */
function ticketTexts({ valid, printed, canAttach }: OrderedItems): string[] {
  if (valid === 0) return []
  const attached = canAttach ? ATTACHED : TOO_MANY
  return [...(printed > 0 ? [PICK_UP, attached, WHAT_TO_BRING] : []), ...(printed < valid ? [LIVE_CODES] : [])]
}

const paidFacts = ({ paidBy }: InvoiceFacts) => (paidBy === null ? [] : [`Paid by ${paidBy}.`])

/** Writes how the money of refunds goes back, if a provider took it. Refunds of other payments move no money here. */
function returnTexts(refunds: readonly InvoiceFacts[]): string[] {
  const paid = refunds.filter(({ total, shortRefund, paidBy }) => (shortRefund ?? total) > 0 && paidBy !== null)
  const ways = new Set(paid.filter(({ isDisputed }) => !isDisputed).map(({ paidBy }) => paidBy))
  return [
    ...refunds.flatMap(({ shortRefund, ...refund }) =>
      shortRefund === null ? [] : [shortRefundText({ ...refund, shortRefund })],
    ),
    ...(ways.size === 0 ? [] : [returnText([...ways].join(', '))]),
    ...(paid.some(({ isDisputed }) => isDisputed) ? [DISPUTED_RETURN] : []),
  ]
}

/** Writes one mail about several invoices, and names each of them. */
export function mergedInvoiceMailContent(
  mails: readonly InvoiceMail[],
  invoices: readonly InvoiceFacts[],
  site: Site,
): MailContent {
  const facts = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const of = (template: InvoiceMail['template']) =>
    mails
      .filter((mail) => mail.template === template)
      .map(({ invoiceId }) => facts.get(invoiceId))
      .filter((invoice) => invoice !== undefined)
  const listOf = (listed: readonly InvoiceFacts[]) =>
    listed.map(({ invoiceNumber, total, points }) => `${invoiceNumber} (${costText(total, points)})`).join(', ')
  const refunded = of('refund')
  const takenBack = listOf(of('dispute-lost'))
  const paidAfterAll = of('dispute-won')
  const paidBack = listOf(paidAfterAll)
  const [orders, refunds] = [listOf(of('order-confirmation')), listOf(refunded)]
  const hasTickets = mails.some((mail) => mail.template === 'order-confirmation' && mail.hasTickets)
  return {
    subject: `Your orders and refunds: ${mails.length} invoices`,
    paragraphs: [
      'You ordered or returned a lot within an hour, so this email sums up the rest. All are on your invoices page.',
      ...(orders ? [`Thank you for your orders. Your invoices: ${orders}.`] : []),
      ...(refunds ? [`Your tickets are cancelled and you will be refunded. Your refund invoices: ${refunds}.`] : []),
      ...(paidBack ? [`Your bank decided that you have paid after all, so you will be refunded: ${paidBack}.`] : []),
      ...returnTexts([...refunded, ...paidAfterAll]),
      ...(takenBack ? [`Your bank took back payments, so their items are cancelled: ${takenBack}.`] : []),
      ...(hasTickets ? [PICK_UP] : []),
    ],
    link: { label: 'Your invoices', url: publicUrl(site, pages.ownInvoices.href()) },
  }
}

/** Why a payment pays for no order. */
const RETURN_CAUSES: Record<RefundReason, string> = {
  TICKET: 'Your tickets were refunded.',
  LATE: 'It came too late for your order, which was released by then.',
  DOUBLE: 'Your order was paid already by another payment.',
  MISMATCH: 'Its amount differs from that of your order.',
}

/** Writes a mail about a payment that goes back. */
export function returnMailContent(
  { amount, reason, paidBy }: { amount: Cents; reason: RefundReason; paidBy: string },
  site: Site,
): MailContent {
  return {
    subject: `We are returning your payment of ${euro(amount)}`,
    paragraphs: [
      `We received your payment of ${euro(amount)}, but it doesn't belong to an open order. ${RETURN_CAUSES[reason]} ${returnText(paidBy)}`,
      'There is nothing you need to do.',
    ],
    link: { label: 'Your tickets', url: publicUrl(site, pages.ownTickets.href()) },
  }
}

/** Writes a mail about an account. */
export function accountMailContent({ template }: AccountMail, site: Site): MailContent {
  switch (template) {
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'Your password was just changed, and you were logged out on all other devices.',
          "If this wasn't you, set a new password right away.",
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'second-factor-on':
      return {
        subject: 'A second factor was added to your account',
        paragraphs: [
          'A second factor was just added to your account: logging in now takes a code from your app. You were logged out on all other devices.',
          "If this wasn't you, contact the shop right away.",
        ],
      }
    case 'second-factor-off':
      return {
        subject: 'Your second factor was removed',
        paragraphs: [
          'The second factor of your account was just removed: logging in now takes only your password.',
          "If you didn't ask for this, set a new password right away.",
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'address-known':
      return {
        subject: 'You already have an account',
        paragraphs: [
          'Someone, probably you, tried to register with this email address. It already has an account, so nothing was changed.',
          'If you forgot your password, you can set a new one.',
        ],
        link: { label: 'Set a new password', url: publicUrl(site, pages.forgotPassword.href()) },
      }
    case 'account-unused':
      return {
        subject: 'Your account will be deleted',
        paragraphs: [
          "You haven't used your account for a long time, so it will be deleted in 30 days, together with its points.",
          'To keep it, log in before then. Otherwise there is nothing you need to do.',
        ],
        link: { label: 'Log in', url: publicUrl(site, pages.login.href()) },
      }
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        paragraphs: [
          'Your account has been deleted and your reservations were released. Tickets you bought remain valid.',
          'Invoices are kept for as long as the law requires.',
        ],
      }
  }
}
