import { type Cents, euro } from '#domain/money.ts'

/** Texts of the payments at the box office. */
export const texts = {
  search: 'Search by number, name or email',
  none: 'No payments found.',
  noneYet: 'No order waits to be paid at the box office.',
  lead: 'Take the money with your own cash register first, then enter the number of its receipt here.',
  order: (number: string, email: string) => `${number} · ${email}`,
  item: (name: string, quantity: number, price: Cents) =>
    quantity === 1 ? `${name} · ${euro(price)}` : `${name} · ${quantity} × ${euro(price)}`,
  until: 'To be paid by',
  settle: 'Book as paid',
  settleNamed: (number: string) => `Book ${number} as paid`,
  receipt: 'Number of the receipt',
  receiptHint: 'As printed by your cash register. It stands on the invoice.',
  keep: 'Not yet',
  settled: 'Booked as paid. The customer gets the invoice by mail.',
}
