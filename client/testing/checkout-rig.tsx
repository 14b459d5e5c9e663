import { screen } from '@testing-library/react'
import { givenCustomer } from './given-customer.ts'
import { givenLine, givenTicket } from './sample-data.ts'
import { openShop } from './shop-rig.tsx'

/** The name of the ticket in the cart. */
export const TICKET = 'Tosca – Premiere, Wed 2099/07/01 19:30, Stalls, row C, seat 14'

/** A ticket, and a product for money and for points. */
export const cart = {
  tickets: [givenTicket],
  merchandisePurchases: [givenLine, { ...givenLine, id: 6, usePoints: true, points: 50 }],
}

/** Opens the checkout of a customer with this cart, or as answered. */
export async function openCheckout(answers: Record<string, unknown> = {}) {
  givenCustomer()
  const shop = await openShop('/checkout', { answers: { 'GET /carts': cart, ...answers } })
  await screen.findByText('Payment info')
  return shop
}
