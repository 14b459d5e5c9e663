import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { ReplyOf } from '#contract/endpoint.ts'
import { addToCart } from '#contract/cart.ts'
import {
  changeProductState,
  createProduct,
  getProduct,
  listProducts,
  type merchandiseSearch,
  type newProduct,
  PRODUCTS_PER_PAGE,
} from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import type { GivenProductState } from '#domain/product-states.ts'
import { call } from '#client/api.ts'
import { asking } from '#client/calls/ask.ts'
import { useAction } from '#client/calls/use-action.ts'
import { useReloadCart } from '#client/customer/cart.ts'
import type { CartAddition } from '#client/customer/choice-in-address.ts'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { texts } from './merchandise.texts.ts'

export type Product = ReplyOf<typeof getProduct>

/** Queries one page of matching products. */
export const productsQuery = (query: z.input<typeof merchandiseSearch>) =>
  queryOptions({
    queryKey: ['products', query],
    ...asking(listProducts, { query: { ...query, pageSize: PRODUCTS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })

export const productQuery = (id: ProductId) =>
  queryOptions({
    queryKey: ['products', id],
    ...asking(getProduct, { params: { id } }),
  })

/** Creates a product. */
export const sendProduct = (body: z.input<typeof newProduct>) => call(createProduct, { body })

/** Adds a product to the cart. Calls back after each addition. */
export function useAddToCart({ id, name }: Product, onAdded: (addition: CartAddition) => void) {
  const reloadCart = useReloadCart()
  return useAction({
    mutationFn: (addition: CartAddition) => call(addToCart, { body: { merchandiseProductId: id, ...addition } }),
    onSuccess: (_, addition) => {
      toastSuccess(texts.added(addition.quantity, name))
      onAdded(addition)
    },
    onSettled: reloadCart,
  })
}

/** Publishes a product or takes it off sale. For administrators. */
export function useProductState({ id, name }: Product) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (state: GivenProductState) => call(changeProductState, { params: { id }, body: { state } }),
    onSuccess: (_, state) => toastSuccess(texts.stateChanged[state](name)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['products'] }),
  })
}
