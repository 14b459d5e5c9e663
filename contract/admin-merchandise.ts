import * as z from 'zod/mini'
import { PRODUCT_PUBLICATION_STATES } from '#domain/product-states.ts'
import { endpoint } from './endpoint.ts'
import { listOf, momentOut, nothing, oneOf, optionalText, paging } from './fields.ts'
import { imageId, productIdText } from './ids.ts'
import { merchandiseProduct, SORT_OPTIONS } from './merchandise.ts'

/** A product with what only administrators need. `publishedFrom` is null for a draft. */
const adminProduct = z.extend(merchandiseProduct, {
  imageId: z.nullable(imageId),
  publishedFrom: z.nullable(momentOut),
  publication: z.enum(PRODUCT_PUBLICATION_STATES),
  version: z.number(),
})

/** The orders of the desk's list: those of the shop, the newest first, or the smallest stock first. */
export const PRODUCT_ORDERS = [...SORT_OPTIONS, 'NEWEST', 'STOCK'] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]

export const listAdminProducts = endpoint({
  method: 'GET',
  path: '/admin/products',
  summary: 'List products in every state, filtered by name and publication.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({
    ...paging,
    name: z.optional(optionalText()),
    publication: z.optional(oneOf(PRODUCT_PUBLICATION_STATES)),
    sortOption: z._default(oneOf(PRODUCT_ORDERS), 'NAME'),
  }),
  body: nothing,
  reply: listOf(adminProduct),
  status: 200,
  problems: [],
})

export const getAdminProduct = endpoint({
  method: 'GET',
  path: '/admin/products/:id',
  summary: 'Get a product for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: productIdText }),
  query: nothing,
  body: nothing,
  reply: adminProduct,
  status: 200,
  problems: ['not_found'],
})
