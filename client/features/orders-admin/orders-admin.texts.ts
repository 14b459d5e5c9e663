import { ORDER_SORTS } from '#contract/admin-orders.ts'
import { type Cents, euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import type { TicketState } from '#domain/tickets/ticket-states.ts'
import { dateTimeText } from '#domain/time/time-text.ts'
import type { TicketVerdict } from '#domain/entry/ticket-verdicts.ts'

const sorts: Record<(typeof ORDER_SORTS)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  total: 'Highest total first',
  name: 'Name',
}

const states: Record<TicketState, string> = { RESERVED: 'Reserved', BOUGHT: 'Bought', REFUNDED: 'Refunded' }

type Paid = { total: Cents; paymentType: string | null; paidBy: string | null }

const verdicts: Record<TicketVerdict, string> = {
  VALID: 'Valid ticket',
  UNKNOWN: 'Not one of our tickets',
  OTHER_SHOW: 'Ticket of another show',
  REFUNDED: 'Refunded ticket',
  OLD_CODE: 'This code was replaced by a newer one',
  NOT_LIVE: 'A picture or paper: ask for the live ticket',
}

/** Texts of the box office: its shows, orders and door lists. */
export const texts = {
  searchShows: 'Search by event, show, artist or place',
  noShows: 'No shows found.',
  noShowsYet: 'No shows yet.',
  sell: 'Sell and hold',
  doorList: 'Door list',
  entry: 'Entry',
  boxOffice: 'Box office',
  orders: 'Orders',
  isCancelled: 'Cancelled',

  searchOrders: 'Search by number, name or email',
  searchInShow: 'Search by number, name, email or seat',
  ofOneShow: 'Orders with tickets of one show.',
  allOrders: 'All orders',
  noOrders: 'No orders found.',
  sort: 'Sort',
  sortChoices: ORDER_SORTS.map((value) => ({ value, label: sorts[value] })),
  paid: ({ total, paymentType, paidBy }: Paid) =>
    paymentType === null ? euro(total) : `${euro(total)} · ${paidBy ?? paymentTypeName(paymentType)}`,
  lines: (count: number) => counted(count, 'item', 'items'),
  guest: 'Guest without an account',

  order: 'Order',
  orderTitle: (id: number) => `Order ${id}`,
  print: 'Print the invoice',
  printTickets: 'Print the tickets',
  admitByName: 'Admit the guest by name, from the door list.',
  resend: 'Send the mail again',
  resent: 'The mail will be sent in a moment',
  log: 'Log of this order',
  tickets: 'Tickets',
  otherItems: 'All items',
  states,
  admitted: (at: string, zone: string) => `in since ${dateTimeText(at, zone)}`,
  refundInvoice: (number: string) => `Refund Invoice ${number}`,
  move: 'Move',
  refund: 'Refund',
  refundTitle: 'Refund this ticket?',
  refundHint: ({ price, goesBack = price }: { price: Cents; goesBack?: Cents | undefined }, paidBy: string | null) => {
    if (paidBy === null) return 'The customer gets the price back from you, and the place is free.'
    const way = `goes back the way it was paid (${paidBy})`
    const rest = 'give nothing back in cash. The place is free.'
    return goesBack < price
      ? `Of the ${euro(price)}, ${euro(goesBack)} ${way}, because no more is left of the payment: ${rest}`
      : `The price ${way}: ${rest}`
  },
  refunded: 'Ticket refunded',

  searchDoor: 'Search by name, seat, number or code',
  checking: 'Checking the code …',
  verdicts,
  noEntries: 'Nothing is sold, reserved or held yet.',
  noneFound: 'No matching entries.',
  printList: 'Print',
  counts: (bought: number, open: number) => `${numberText(bought)} bought · ${numberText(open)} reserved or held`,
  columns: ['Place', 'Name', 'State', 'Number'],
  held: 'Held',
  admit: 'Admit',
  admitTitle: 'Why is this ticket not scanned?',
  admitHint: 'Let in by name, for example because the phone is empty. The log and the list of scans keep the reason.',
  isAdmitted: 'Admitted',
  notAdmitted: (reason: string) => `Not admitted: ${reason}`,
  pay: (name: string) => `Pay at the desk: ${name}`,
  payHere: 'Pay',
  paidNow: 'Paid',
  payTitle: 'How is this reservation paid?',
  payment: 'Payment',
  release: 'Release',
  releaseQuestion: 'Release this reservation?',
  released: 'Reservation released',
  toSell: 'Box office of this show',
}
