import { queryOptions } from '@tanstack/react-query'
import { getProduct } from '#contract/merchandise.ts'
import { getShow } from '#contract/shows.ts'
import type { ProductId, ShowId } from '#domain/ids.ts'
import { asking } from '#client/calls/ask.ts'

// Shares the cached answers of the pages of the show and of the product.

export const wantedShowQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['shows', id],
    ...asking(getShow, { params: { id } }, { isForEveryone: true }),
    meta: { isUnasked: true },
  })

export const wantedProductQuery = (id: ProductId) =>
  queryOptions({
    queryKey: ['products', id],
    ...asking(getProduct, { params: { id } }),
    meta: { isUnasked: true },
  })
