import * as z from 'zod/mini'
import type { newSale } from '#contract/box-office.ts'
import { integer, messages, optionalLineText, singleLineText } from '#contract/fields.ts'
import { DESK_PRICES, type DeskPrice, deskPrice } from '#domain/tickets/desk-price.ts'
import type { PlaceId, TicketId, UserId } from '#domain/ids.ts'
import { type Cents, cents, sumOf } from '#domain/money.ts'
import { euroField, wholeField } from '#client/forms/number-fields.ts'
import { texts } from './box-office.texts.ts'

export type SaleValues = {
  buyer: 'guest' | 'customer'
  firstName: string
  lastName: string
  userId: number
  price: DeskPrice
  amount: string
  reason: string
  paymentType: 'CASH' | 'CARD'
  isMailed: boolean
}

export const emptySale: SaleValues = {
  buyer: 'guest',
  firstName: '',
  lastName: '',
  userId: 0,
  price: 'FULL',
  amount: '',
  reason: '',
  paymentType: 'CASH',
  isMailed: true,
}

const PERCENT = wholeField(0).check(z.maximum(100, messages.maximum(100)))
const EURO = euroField(0)

/** The tickets to sell, each with its full price and, if it is held, its id. */
export type OfferedTicket = { placeId: PlaceId; full: Cents; held?: TicketId }

/** Validates the buyer that is asked for, and the price, not above all full ones, and its reason if it is lower. */
export const saleSchema = (tickets: readonly OfferedTicket[]) => {
  const dearest = cents(Math.max(0, ...tickets.map(({ full }) => full)))
  const upToFull = EURO.check(z.maximum(dearest, texts.atMostFull(dearest)))
  return ({ buyer, price }: SaleValues) =>
    z.looseObject({
      ...(buyer === 'guest' ? { firstName: optionalLineText(), lastName: singleLineText() } : { userId: integer(1) }),
      price: z.enum(DESK_PRICES),
      ...(price !== 'FULL' && { reason: singleLineText() }),
      ...(price === 'PERCENT' && { amount: PERCENT }),
      ...(price === 'PRICE' && { amount: upToFull }),
    })
}

/** Reads the reduction in percent, or the price in cents; 0 for any other text. */
function amountOf({ price, amount }: SaleValues): number {
  if (price !== 'PERCENT' && price !== 'PRICE') return 0
  const { data } = z.safeParse(price === 'PERCENT' ? PERCENT : EURO, amount)
  return data ?? 0
}

/** Returns the prices of the tickets by the form. */
export function pricesOf(tickets: readonly OfferedTicket[], values: SaleValues): Cents[] {
  const amount = amountOf(values)
  return tickets.map(({ full }) => deskPrice(full, values.price, amount))
}

/** Makes the body of the call that sells. */
export function saleOf(tickets: readonly OfferedTicket[], values: SaleValues): z.input<typeof newSale> {
  const prices = pricesOf(tickets, values)
  const { buyer, firstName, lastName, userId, price, reason, paymentType, isMailed } = values
  const total = sumOf(prices)
  return {
    tickets: tickets.map(({ placeId, full, held }, index) => ({
      placeId,
      ...(held !== undefined && { held }),
      price: prices[index] ?? full,
    })),
    ...(buyer === 'guest' ? { guest: { firstName, lastName } } : { userId: userId as UserId }),
    ...(price !== 'FULL' && { reason }),
    ...(total > 0 && { paymentType }),
    expectedTotal: total,
    isMailed: buyer === 'customer' && isMailed,
  }
}
