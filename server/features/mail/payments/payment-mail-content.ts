import { pages } from '#contract/pages.ts'
import { grouped } from '#domain/payments/creditor-reference.ts'
import type { PaymentId } from '#domain/ids.ts'
import type { PaymentInstructions } from '#domain/payments/manual-payments.ts'
import { type Cents, euro } from '#domain/money.ts'
import { costText } from '#domain/points.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import type { Settings } from '#server/settings/env.ts'
import type { MailCard, MailContent } from '#server/gateways/mail-content.ts'
import { publicUrl } from '#server/settings/public-url.ts'

type MailedPayment = {
  id: PaymentId
  amount: Cents
  points: number
  instructions: PaymentInstructions
  dueAt: Date
}

/** Writes how an order is paid without a provider, or reminds of it before the deadline. */
export function paymentMailContent(
  { id, amount, points, instructions, dueAt }: MailedPayment,
  isReminder: boolean,
  settings: Pick<Settings, 'PUBLIC_URL' | 'SHOP_TIME_ZONE'>,
): MailContent {
  const order = `your order of ${costText(amount, points)}`
  const until = dateTimeText(dueAt, settings.SHOP_TIME_ZONE)
  const url = publicUrl(settings, pages.payment.href({ id }))
  switch (instructions.kind) {
    case 'DESK':
      return {
        subject: `Please pay ${order} at the box office: ${instructions.number}`,
        paragraphs: [
          `We hold ${order} for you until ${until}. Please pay at the box office by then, and quote your number ${instructions.number}.`,
          'You get the invoice when it is paid.',
        ],
        link: { label: 'Your payment', url },
      }
    case 'TRANSFER':
      return {
        subject: isReminder ? `Reminder: please transfer ${euro(amount)}` : `Please transfer ${euro(amount)}`,
        paragraphs: [
          ...(isReminder
            ? ['We have not yet received your transfer. If it is on its way, there is nothing to do.']
            : []),
          `We hold ${order} for you. Please transfer exactly this amount by ${until}, with exactly this reference.`,
          'You get the invoice when the money has arrived. The page below has a QR code for banking apps.',
        ],
        cards: [bankDetails(instructions, amount)],
        link: { label: 'Your payment', url },
      }
  }
}

function bankDetails(
  { owner, iban, bic, reference }: Extract<PaymentInstructions, { kind: 'TRANSFER' }>,
  amount: Cents,
): MailCard {
  return {
    title: 'Bank details',
    items: [
      { name: 'Recipient', amount: owner },
      { name: 'IBAN', amount: grouped(iban) },
      ...(bic === null ? [] : [{ name: 'BIC', amount: bic }]),
      { name: 'Amount', amount: euro(amount) },
      { name: 'Payment reference', amount: grouped(reference) },
    ],
  }
}
