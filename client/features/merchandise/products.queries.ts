import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getAdminProduct, listAdminProducts } from '#contract/admin-merchandise.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ROWS_PER_PAGE } from '#contract/fields.ts'
import { changeProduct, changeProductState } from '#contract/merchandise.ts'
import type { ProductId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

export type AdminProduct = ReplyOf<typeof getAdminProduct>

/** Queries one page of products at the desk. */
export const adminProductsQuery = (query: z.input<typeof listAdminProducts.query>) =>
  queryOptions({
    queryKey: ['admin-products', query],
    queryFn: ({ signal }) => call(listAdminProducts, { query: { ...query, pageSize: ROWS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  })

/** Queries a product for editing. */
export const adminProductQuery = (id: ProductId) =>
  queryOptions({
    queryKey: ['admin-product', id],
    queryFn: ({ signal }) => call(getAdminProduct, { params: { id }, signal }),
    meta: { showsError: true },
  })

/** Changes description, prices and stock of a product. */
export const sendProductChange = (id: ProductId, body: z.input<typeof changeProduct.body>) =>
  call(changeProduct, { params: { id }, body })

/** Changes when visitors see a product, or takes it off sale. */
export const sendProductState = (id: ProductId, body: z.input<typeof changeProductState.body>) =>
  call(changeProductState, { params: { id }, body })
