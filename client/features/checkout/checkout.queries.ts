import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { changeCartQuantity, removeFromCart } from '#contract/cart.ts'
import { type newOrder, placeOrder } from '#contract/orders.ts'
import type { MerchandisePurchaseId } from '#domain/ids.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { useReloadCart } from '#client/customer/cart.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './checkout.texts.ts'
import type { CartLine } from './selection.ts'

/** An order with its Idempotency-Key. */
export type OrderAttempt = { readonly body: z.input<typeof newOrder>; readonly key: string }

/** Places an order. */
export const placeOrderMutation = {
  mutationFn: ({ body, key }: OrderAttempt) => call(placeOrder, { body, idempotencyKey: key }),
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
