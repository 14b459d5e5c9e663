import type { Rows } from './rows.ts'

const journey =
  'e2e/buy-tickets.spec.ts › registers, reserves two seats and a standing place, buys them in two orders, and refunds one'
const page = 'client/features/seating/buy-ticket.page.test.tsx'
const reserving = 'client/features/seating/buy-ticket.reserving.test.tsx'
const panel = 'client/features/seating/choice-panel.test.tsx'
const choice = 'client/features/seating/use-seat-choice.test.tsx'
const checkout = 'client/features/checkout/checkout.page.test.tsx'
const invoices = 'client/features/invoices/invoices.test.tsx'
const tickets = 'client/features/tickets/own-tickets.page.test.tsx'
const pdf = 'client/features/invoices/invoice-pdf.test.ts'
const empty = 'client/lists.test.tsx › shows on %s the empty message for %s: %s'
const pageSize = 'client/lists.test.tsx › requests on %s for %s from %s pages of %s, regardless of the address'

/** Buying, from the seating plan to the refund: sections 2.11 to 2.13, 2.15, 2.16, and the money of 9. */
export const buying: Rows = {
  '2.11': {
    'start, event, artist and location of the show': `${page} › shows the start in the time zone of the venue`,
    'places are free, selected or taken': [
      `${reserving} › drops a seat lost to another buyer, names it, marks it as taken, and keeps the rest`,
      'client/features/seating/seat-list/seat-list.test.tsx › lists sectors with price and free places, and does not open a closed one',
    ],
    'standing places add a ticket with each selection': `${choice} › adds a standing ticket per selection until the place is full, and gives the reason`,
    'seats are selected and let go': `${choice} › adds and removes seats with their names, the total and an announcement`,
    'selected tickets are listed with a running total': `${panel} › lists tickets with their price and the running total`,
    "'Reserve Selected Tickets', again below the list of more than 6": `${panel} › repeats the reserve button below a list of more than six tickets`,
    "'This show has already happened. No more seats can be reserved for it.'": `${page} › shows that a show has already happened, and refuses to reserve`,
    "'Cannot reserve tickets after the event has started'":
      'client/features/seating/use-reservation.test.tsx › sends nothing for a show that has started',
    "'Tickets reserved. Please pick up your tickets 30 minutes before the show starts.', then the checkout": [
      journey,
      `${reserving} › reserves the chosen places and opens the checkout`,
    ],
  },
  '2.12': {
    'the payer, prefilled from the current user': `${checkout} › buys the selected items for the displayed total, prefilled with the user's name`,
    "each item is ticked; a total; 'Buy Selected'": `${checkout} › buys the selected items for the displayed total, prefilled with the user's name`,
    'items are removed; a removed ticket is a cancelled reservation': [
      `${checkout} › cancels the reservation of a removed ticket and reloads the cart`,
      `${checkout} › removes merchandise from the cart`,
    ],
    "'Please select Tickets'": `${checkout} › refuses an empty selection with a message`,
    'a payment type is asked only for money': `${checkout} › asks for a payment type only if the total in money is above 0`,
    "'Your purchase was successful!', then /invoice/{id}": [
      journey,
      `${checkout} › buys the selected items for the displayed total, prefilled with the user's name`,
    ],
    'VISA, DEBITCARD, PAYPAL read Visa, Debit cart, Paypal': `${checkout} › asks for a payment type only if the total in money is above 0`,
  },
  '2.13': {
    "thanks, the explanation of points, 'Be sure to save your invoice.', 'Download Invoice'": `${invoices} › shows the thanks, the explanation of points and the advice to save`,
    "'Your cancellation is being processed, please save your refund invoice!', 'Download Refund Invoice'": [
      journey,
      `${invoices} › shows a refund invoice as such`,
    ],
    'the download is a PDF': journey,
  },
  '2.15': {
    'tabs Reserved and Bought': `${tickets} › shows Reserved and Bought as lists with own addresses`,
    '10 per page': pageSize,
    "'No {state} Tickets linked to this account'": empty,
    "'Are you sure you want to cancel this reservation?', 'Your ticket reservation was successfully cancelled.', and it is gone": `${tickets} › cancels a reservation after a confirmation that names it`,
    "'Are you sure you want to refund this ticket?', Refund / Cancel, then /invoice/{id}": [
      journey,
      `${tickets} › refunds a ticket after a confirmation that names it and opens the invoice`,
    ],
    "after the start disabled, with 'The show for this ticket already occurred!'": `${tickets} › disables the refund of a past show with the reason`,
    'the question names show, sector, row and seat number': [
      `${tickets} › cancels a reservation after a confirmation that names it`,
      `${tickets} › refunds a ticket after a confirmation that names it and opens the invoice`,
    ],
  },
  '2.16': {
    '10 per page': pageSize,
    "Refund or Purchase, number, date and time, 'Paid:' or 'Refunded:' with the total, payment type, Download": `${invoices} › lists invoices with type, date, total and payment type`,
    "'No Invoices linked to this account!'": empty,
  },
  '4 tickets and shows': {
    'a reserved ticket is cancelled, and the place is free':
      'server/features/tickets/reserve-tickets.test.ts › frees a cancelled seat and accepts a second cancellation',
    'a bought one is refunded until its show starts, by a CANCEL invoice': [
      'server/features/orders/place-order.test.ts › refunds a ticket once: mirrors the sale, frees the place, withdraws the points',
      'server/features/orders/place-order.test.ts › refuses to refund tickets of started shows, other customers’ tickets and reservations',
    ],
    'nothing is reserved of a show that has started':
      'server/features/tickets/reserve-tickets.test.ts › refuses started shows, foreign places, closed sectors and repeated seats with a sentence',
  },
  '9 money': {
    'a sector costs its percent of the price, rounded down': 'domain/sector-price.test.ts › rounds down to the cent',
    'merchandise with points costs points times quantity':
      'client/features/checkout/selection.test.ts › computes money, points to spend and points to earn of a selection',
    'quantities from 1 to itemsPerCustomer':
      'client/features/checkout/selection.test.ts › offers quantities from 1 to the limit per customer',
    "PDF: 'Invoice {id}', columns #, Qty, Item, Price*, Points, VAT": [
      journey,
      `${pdf} › contains seller, customer, dates, items and totals`,
    ],
    'totals without VAT, VAT, points; items bought with points cost 0 and VAT None': `${pdf} › shows VAT in total and per rate, and items paid with points without price and VAT`,
    "'Refund Total', 'Total Points Refund', and no way to pay": [
      journey,
      `${pdf} › labels a refund, names the cancelled invoice, and omits the payment method`,
    ],
    'A4 portrait, compressed, footer, page label': `${pdf} › repeats header and footer on every page of a long invoice, loses no line, and stays small`,
    "'Length of header and table column must be equal.'": `${pdf} › throws if rows do not match the header`,
  },
}
