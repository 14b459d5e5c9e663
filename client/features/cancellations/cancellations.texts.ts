import { pages } from '#contract/pages.ts'
import { type Cents, euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'

const tickets = (count: number) => counted(count, 'ticket', 'tickets')

/** Texts of the page that cancels a show. */
export const texts = {
  title: 'Cancel Show',
  back: pages.admin.title,
  whatHappens: 'What happens',
  stops: 'From now on nobody can reserve or buy anything for this show, and it leaves the programme.',
  nothingSold: 'No tickets are sold, so nothing has to be refunded.',
  refunds: (count: number, customers: number, total: Cents) =>
    `${tickets(count)} of ${counted(customers, 'customer', 'customers')} will be refunded: ${euro(total)}. ` +
    'Each order gets a refund invoice, and its points are withdrawn.',
  mails: (people: number) => `${counted(people, 'person gets', 'people get')} an email with your reason.`,
  releases: (count: number) => `${counted(count, 'reservation', 'reservations')} will be released.`,
  final: "A cancellation can't be undone.",
  reason: 'Reason',
  reasonHint: 'Told to the customers in the email and on the page of the show.',
  cancel: 'Cancel Show',
  keep: 'Keep Show',
  question: 'Are you sure you want to cancel this show?',
  failure: 'Show not cancelled - please check your inputs.',
  success: 'The show is cancelled.',

  over: 'This show is over. It can no longer be cancelled; single tickets can be refunded at the box office.',
  toShow: 'Back to the Show',

  cancelledAt: 'Cancelled on',
  progress: (done: number, all: number) => `${numberText(done)} of ${tickets(all)} refunded`,
  underWay: 'You can leave this page: the refunds continue.',
  done: (count: number, total: Cents) =>
    count === 0 ? 'Done. There was nothing to refund.' : `Done. ${tickets(count)} refunded, ${euro(total)} in all.`,
}
