import { pages } from '#contract/pages.ts'
import { euro, type Cents } from '#domain/money.ts'
import { counted } from '#client/names/counted.ts'

const NO_BREAK = '\u00a0'

/** Texts of the checkout. */
export const texts = {
  checkout: pages.checkout.title,
  empty: 'Your cart is empty.',
  toEvents: 'Search events',
  toMerchandise: 'Look at the merchandise',

  tickets: 'Tickets',
  merchandise: 'Merchandise',
  all: (count: number) => `All ${count} tickets`,
  allOf: (show: string) => `Buy all tickets for ${show}`,
  choose: (name: string) => `Buy ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name} from your cart`,
  reservedUntil: 'Reserved until',
  timeLeft: (duration: string) => `Reserved for another ${duration}`,
  underAMinute: 'minute at most',
  runOut: 'This reservation has run out',

  quantity: 'Quantity',
  quantityOf: (name: string) => `Quantity of ${name}`,
  each: (price: string) => `${price} each`,
  left: (stock: number) => (stock === 0 ? 'Sold out' : `Only ${stock} left`),
  points: (points: number) => counted(points, 'point', 'points'),

  billing: 'Payment info',
  address: 'Address',
  addressHint: 'Street and number, postal code, city',
  paymentType: 'Payment type',

  summary: 'Your order',
  ticketCount: (count: number) => counted(count, 'ticket', 'tickets'),
  itemCount: (count: number) => counted(count, 'item', 'items'),
  total: 'Total',
  totalPoints: 'Total Points',
  vatIncluded: 'incl. VAT',
  balance: (points: number) => `You have ${counted(points, 'point', 'points')}.`,
  earned: (points: number) => `This purchase earns ${counted(points, 'point', 'points')}.`,
  refundable: 'A bought ticket can be refunded until its show starts.',
  simulation: 'No money moves: this shop has no payment provider yet, so the payment is only simulated.',
  buy: 'Buy Selected',
  buyFor: (costs: string) => `Buy Selected · ${costs}`,
  costs: (total: Cents, points: number) =>
    [total > 0 || points === 0 ? euro(total) : '', points > 0 ? texts.points(points) : '']
      .filter(Boolean)
      .map((amount) => amount.replaceAll(' ', NO_BREAK))
      .join(' + '),
  success: 'Your purchase was successful!',

  unsettled:
    'The shop did not answer in time, so we do not know whether your purchase went through. Ask again: nothing is bought twice.',
  askAgain: 'Ask again',
}
