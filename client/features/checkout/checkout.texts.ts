import { pages } from '#contract/pages.ts'
import { euro, type Cents } from '#domain/money.ts'
import type { ManualPaymentType } from '#domain/payments/payment-types.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { MERCHANDISE_PICK_UP } from '#client/customer/cart.ts'
import { PURCHASE_SUCCESS } from '#client/customer/payments.ts'

const NO_BREAK = '\u00a0'

/** Texts of the checkout. */
export const texts = {
  checkout: pages.checkout.title,
  empty: 'Your cart is empty.',
  toEvents: 'Search events',
  toMerchandise: 'Browse merchandise',

  tickets: 'Tickets',
  merchandise: 'Merchandise',
  all: (count: number) => `Select all (${numberText(count)})`,
  choose: (name: string) => `Buy ${name}`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name} from your cart`,
  reservedUntil: 'Reserved until',
  timeLeft: (duration: string) => `Reserved for another ${duration}`,
  underAMinute: 'minute at most',
  runOut: 'This reservation has expired',

  lost: (count: number) =>
    count === 1
      ? 'This ticket is no longer reserved. It was bought or cancelled elsewhere, or its reservation has expired:'
      : 'These tickets are no longer reserved. They were bought or cancelled elsewhere, or their reservations have expired:',
  lostPlaces: (places: readonly string[]) => `No longer reserved: ${places.join('; ')}.`,

  quantity: 'Quantity',
  quantityOf: (name: string) => `Quantity of ${name}`,
  pieces: (count: number) => `Quantity: ${numberText(count)}`,
  each: (price: string) => `${price} each`,
  left: (stock: number) => (stock === 0 ? 'Sold out' : `Only ${numberText(stock)} left`),
  points: (points: number) => counted(points, 'point', 'points'),

  pointsShort: (points: number) =>
    `You're ${texts.points(points)} short. Deselect an item bought with points to continue.`,
  pickUp: MERCHANDISE_PICK_UP,

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
  refundable: 'Refundable until the show starts.',
  simulation: "Demo shop: the payment is simulated and you won't be charged.",
  provider: 'You pay on the page of our payment provider, and come back here afterwards.',
  manual: {
    TRANSFER: 'You get our bank details next. Your order is held for you while the money is on its way.',
    DESK: 'You pay at the box office, in cash or by card, and get your invoice by email. Your order is held for you until then.',
  } satisfies Record<ManualPaymentType, string>,
  chooseType: 'Please choose how to pay.',
  noWayToPay:
    'It is too late to pay for these items here, because a show begins soon. Please buy them at the box office.',
  testPayments: "Test payments: you won't be charged.",
  buy: 'Buy Selected',
  buyFor: (costs: string) => `Buy Selected · ${costs}`,
  costs: (total: Cents, points: number) =>
    [total > 0 || points === 0 ? euro(total) : '', points > 0 ? texts.points(points) : '']
      .filter(Boolean)
      .map((amount) => amount.replaceAll(' ', NO_BREAK))
      .join(' + '),
  success: PURCHASE_SUCCESS,

  unsettled:
    "The shop didn't answer in time, so we don't know whether your purchase went through. Check again: nothing is bought twice.",
  askAgain: 'Check again',
  unanswered: "The shop didn't answer in time. Nothing was charged: please try again.",

  beingPaidUntil: 'Held for your payment until',
  underWay: (cost: string) => `Your payment of ${cost} is under way.`,
  heldUntil: (time: string) => `These items are held for you until ${time}.`,
  timeOver: 'The time to pay has run out. These items will be released shortly.',
  processing: 'Your bank is working on it.',
  unopened: 'The payment provider has not answered yet. Please buy these items again to continue.',
  continuePayment: 'Continue the payment',
  cancelPayment: 'Cancel the payment',
  toPayment: 'Go to the payment',
}
