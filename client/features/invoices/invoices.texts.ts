import { type Cents, euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { returnText, shortRefundText } from '#domain/payments/payments.ts'
import { pages } from '#contract/pages.ts'

/** Texts of the invoice document. */
export const documentTexts = {
  titleOf: { NORMAL: 'Invoice', CANCEL: 'Refund Invoice' },
  fileName: (id: number) => `Invoice ${id}`,
  billTo: 'Customer',
  number: 'Invoice number',
  date: 'Invoice date',
  deliveryDate: 'Delivery date',
  cancels: 'Refund for invoice',
  paymentMethod: 'Payment method',
  refundMethod: 'Refunded to',
  paidWithPoints: 'Points',
  nothingToPay: 'None',
  columns: ['#', 'Qty', 'Item', 'Price*', 'Points', 'VAT'],
  noVat: 'None',
  exVat: 'Total without VAT',
  vat: 'VAT',
  totalOf: { NORMAL: 'Total', CANCEL: 'Refund Total' },
  goesBack: 'Goes back',
  shortRefund: shortRefundText,
  pointsOf: { NORMAL: 'Total Points', CANCEL: 'Total Points Refund' },
  pointsSplit: (spent: number, earned: number) => `${numberText(spent)} spent, ${numberText(earned)} earned`,
  pointsSpent: 'spent',
  earnedOf: { NORMAL: 'earned', CANCEL: 'no longer earned' },
  ratesTitle: 'VAT by rate',
  rateColumns: ['Rate', 'Without VAT', 'VAT', 'Total'],
  simulationOf: {
    NORMAL: 'Demo shop: this payment was simulated and you were not charged.',
    CANCEL: 'Demo shop: this refund was simulated and no money was returned.',
  },
  footer: '* Prices include VAT. This invoice is valid without a signature.',
  vatId: (vatId: string) => `VAT ID ${vatId}`,
  page: (number: number, count: number) => `Page ${number} of ${count}`,
  unequalColumns: 'Length of header and table column must be equal.',
}

/** Texts of the invoice pages. */
export const texts = {
  titleOf: {
    NORMAL: (number: string) => `Invoice ${number}`,
    CANCEL: (number: string) => `Refund Invoice ${number}`,
  },
  loading: 'Invoice',
  thanks: 'Thank you for your purchase!',
  mailed: 'You also get a confirmation by email.',
  pickUp: 'Show your tickets at the entrance, or pick them up at the box office 30 minutes before the show starts.',
  pointsTitle: 'Your points',
  earned: (points: number) => `This purchase earns ${counted(points, 'point', 'points')}.`,
  points:
    'Every item gives you points equal to its price in euro, full points only. You can redeem points for merchandise. Points for tickets are awarded after the reservation and cancellation deadline has passed.',
  save: 'Be sure to save your invoice.',
  cancelled: 'Your cancellation is being processed, please save your refund invoice!',
  cancels: (tickets: number, number: string) =>
    `It refunds ${tickets === 1 ? 'a ticket' : counted(tickets, 'ticket', 'tickets')} of invoice ${number}.`,
  showCancelled: (name: string, reason: string) => `${name} was cancelled. ${reason}`,
  showRefundOf: {
    NORMAL: "Its tickets are no longer valid. You'll get your money back; there is nothing you need to do.",
    CANCEL: 'There is nothing you need to do.',
  },
  downloadOf: { NORMAL: 'Download Invoice', CANCEL: 'Download Refund Invoice' },
  simulation: documentTexts.simulationOf,
  returned: returnText,
  shortRefund: documentTexts.shortRefund,
  goesBack: documentTexts.goesBack,
  notFound: "We can't find this invoice.",
  toInvoices: 'Your Invoices',
  toTickets: 'Your Tickets',

  items: 'Items',
  total: documentTexts.totalOf,
  pointsOnly: (points: number) => counted(points, 'point', 'points'),

  ownInvoices: pages.ownInvoices.title,
  kindOf: { NORMAL: 'Purchase', CANCEL: 'Refund' },
  paidOf: { NORMAL: 'Paid:', CANCEL: 'Refunded:' },
  ofTotal: (total: Cents) => `of ${euro(total)}`,
  downloadOne: 'Download',
  downloadNamed: (number: string) => `Download invoice ${number}`,
  none: 'No Invoices linked to this account!',
  toEvents: 'Search events',
}
