import { type Cents, cents, euro } from '#domain/money.ts'
import { counted } from '#domain/number-text.ts'
import type { DeskPrice } from '#domain/tickets/desk-price.ts'

const prices: Record<DeskPrice, string> = {
  FULL: 'Full price',
  PERCENT: 'Reduced by percent',
  PRICE: 'Reduced to a price',
  FREE: 'Free',
}

/** Texts of the box office of a show. */
export const texts = {
  title: 'Box office',
  doorList: 'Door list',
  allShows: 'All shows',
  ordersOfShow: 'Orders',
  over: 'This show is over.',
  cancelled: 'This show was cancelled.',

  places: 'Places',
  mode: { free: 'Free places', held: (count: number) => `Held places (${count})` },
  nothingChosen: 'Choose places on the plan.',
  what: 'What to do',
  sell: 'Sell or give',
  hold: 'Hold',
  release: 'Release',

  buyer: 'Buyer',
  guest: 'Guest with a name',
  customer: 'Customer with an account',
  firstName: 'First name',
  lastName: 'Last name',
  findBuyer: 'Find by name or email',
  nobody: 'No customer found.',
  chooseBuyer: 'Please choose a customer.',
  price: 'Price',
  prices,
  percent: 'Reduction in percent',
  euros: 'Price per ticket in euro',
  reason: 'Reason',
  payment: 'Payment',
  isMailed: 'Send the usual mail',
  sellFor: (total: Cents) => `Sell for ${euro(total)}`,
  give: 'Give for free',
  sold: 'Sold',
  notSold: 'Not sold – please check your inputs',
  soldFor: (count: number, total: Cents) =>
    `${counted(count, 'ticket', 'tickets')} ${total > 0 ? `sold for ${euro(total)}` : 'given for free'}.`,
  atMostFull: (full: Cents) => `The full price is ${euro(full)}`,
  toOrder: 'Open the order',
  toInvoice: 'Print the invoice',

  until: 'Until',
  untilHint: 'Venue’s local time. Empty: until they are released.',
  holdPlaces: (count: number) => `Hold ${counted(count, 'place', 'places')}`,
  heldNow: 'Places held',
  notHeld: 'Not held – please check your inputs',
  edit: 'Edit',
  editHold: 'Edit hold',
  editHint: 'Choose the places that the hold has from now on.',
  saveHold: (added: number, released: number) =>
    ['Save', ...(added > 0 ? [`${added} more`] : []), ...(released > 0 ? [`${released} fewer`] : [])].join(', '),
  holdSaved: 'Hold saved',
  holdNotSaved: 'Hold not saved – please check your inputs',
  keepHold: 'Cancel',
  noPlaces: 'A hold needs a place. Release it instead.',
  hidden: 'Visitors do not see this show yet. Places can be held; tickets are sold from its publication.',
  releasePlaces: (count: number) => `Release ${counted(count, 'place', 'places')}`,
  released: 'Places released',
  releaseQuestion: 'Release these places for sale?',

  holds: 'Held places',
  noHolds: 'Nothing is held for this show.',
  by: (email: string) => `by ${email}`,
  withoutEnd: 'until released',
  untilMoment: 'until ',
  choose: 'Choose',

  move: 'Move a ticket',
  movedTicket: ({ place, price }: { place: string; price: Cents }, name: string) =>
    `${[place, name].filter(Boolean).join(', ')}: ${euro(price)}`,
  difference: (difference: Cents) => {
    if (difference === 0) return 'The same price: nothing is paid.'
    return difference > 0 ? `To be paid: ${euro(difference)}` : `To give back: ${euro(cents(-difference))}`
  },
  /** For a ticket of an order that was paid otherwise than at the desk: its price goes back that way. */
  movedFromPayment: (goesBack: Cents, now: Cents, paidBy: string) =>
    `${euro(goesBack)} goes back the way it was paid (${paidBy}): give nothing back in cash. ` +
    (now > 0 ? `To be paid now: ${euro(now)}` : 'Nothing is to be paid.'),
  moveHint: 'Choose the new place. At another price, the ticket is refunded and sold anew on an invoice of its own.',
  moveHere: 'Move here',
  moved: 'Ticket moved',
  onePlace: 'Please choose one place.',
}
