import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { changeCartQuantity, removeFromCart } from '#contract/cart.ts'
import { type newOrder, placeOrder } from '#contract/orders.ts'
import { listPaymentMethods, type newPayment, startPayment } from '#contract/payments.ts'
import type { MerchandisePurchaseId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { newKey } from '#client/calls/new-key.ts'
import { useAction } from '#client/calls/use-action.ts'
import { useReloadCart } from '#client/customer/cart.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './checkout.texts.ts'
import type { CartLine } from './selection.ts'

/** Lists the ways to pay. They change only with the settings of the shop. */
export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: ({ signal }) => call(listPaymentMethods, { signal }),
  staleTime: Infinity,
})

export type Order = z.input<typeof newOrder>
export type NewPayment = z.input<typeof newPayment>

/** A call with its Idempotency-Key. */
export type Attempt<Body> = { readonly body: Body; readonly key: string }

/** Places an order. */
export function sendOrder({ body, key }: Attempt<Order>) {
  return call(placeOrder, { body, idempotencyKey: key })
}

/** Starts a payment. One that ended since the first attempt is not the answer: the customer wants to pay now. */
export async function sendPayment({ body, key }: Attempt<NewPayment>) {
  const payment = await call(startPayment, { body, idempotencyKey: key })
  return payment.state === 'CLOSED' ? call(startPayment, { body, idempotencyKey: newKey() }) : payment
}

export const changeQuantityKey = ['change-cart-quantity']

/** Changes the quantity of a cart line. Pending until the cart is reloaded. */
export function useChangeQuantity(id: MerchandisePurchaseId) {
  const reloadCart = useReloadCart()
  return useMutation({
    mutationKey: changeQuantityKey,
    mutationFn: (quantity: number) => call(changeCartQuantity, { params: { id }, body: { quantity } }),
    onSettled: reloadCart,
  })
}

/** Removes a line from the cart. */
export function useRemoveLine() {
  const reloadCart = useReloadCart()
  return useAction({
    mutationFn: ({ id }: CartLine) => call(removeFromCart, { params: { id } }),
    onSuccess: (_, { merchandiseProduct }) => toastSuccess(texts.removed(merchandiseProduct.name)),
    onSettled: reloadCart,
  })
}
