import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  imageName,
  integer,
  listOf,
  MAX_INTEGER,
  namedText,
  nothing,
  oneOf,
  optionalText,
  paging,
  price,
  priceText,
  requiredText,
  whole,
} from './fields.ts'
import { imageId, productId, productIdText } from './ids.ts'

export const merchandiseProduct = z.object({
  id: productId,
  name: z.string(),
  description: z.string(),
  price,
  /** What one piece costs in points; 0: not for points. */
  points: z.number(),
  stock: z.number(),
  itemsPerCustomer: z.number(),
  imageName: z.nullable(imageName),
  state: z.enum(['PENDING', 'ON_SALE', 'OFF_SALE']),
})
export type MerchandiseProduct = z.output<typeof merchandiseProduct>

export const SORT_OPTIONS = [
  'NAME',
  'PRICE_ASCENDING',
  'PRICE_DESCENDING',
  'POINTS_ASCENDING',
  'POINTS_DESCENDING',
] as const

export const merchandiseSearch = z.object({
  ...paging,
  name: z.optional(optionalText()),
  priceLowerBound: z.optional(priceText),
  priceUpperBound: z.optional(priceText),
  pointsLowerBound: z.optional(whole(0)),
  pointsUpperBound: z.optional(whole(0)),
  sortOption: z._default(oneOf(SORT_OPTIONS), 'NAME'),
})
export type MerchandiseSearch = z.output<typeof merchandiseSearch>

export const PRODUCTS_PER_PAGE = 12

export const newProduct = z.object({
  name: namedText(),
  description: requiredText(),
  price,
  points: integer(0),
  stock: integer(1),
  itemsPerCustomer: integer(1),
  imageId,
})

/** What a product is to be from now on. Its picture stays when none is named. */
export const productChange = z.extend(z.omit(newProduct, { stock: true, imageId: true }), {
  imageId: z.optional(imageId),
  /** Pieces that came in, or less than 0: that left. What is sold meanwhile is not written over. */
  stockChange: z.optional(integer(-MAX_INTEGER)),
})

export const listProducts = endpoint({
  method: 'GET',
  path: '/merchandise/products',
  summary: 'Search products. Sorted by points, up or down, those that cannot be had for points (0) come last.',
  who: 'anyone',
  params: nothing,
  query: merchandiseSearch,
  body: nothing,
  reply: listOf(merchandiseProduct),
  status: 200,
  problems: [],
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/merchandise/products/:id',
  summary: 'One product.',
  who: 'anyone',
  params: z.object({ id: productIdText }),
  query: nothing,
  body: nothing,
  reply: merchandiseProduct,
  status: 200,
  problems: ['not_found'],
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/merchandise/products',
  summary:
    'Create a product. A plain user’s costs at least 1 cent, and waits for an administrator before it can be bought, where MERCHANDISE_MODERATION is on.',
  who: 'customer',
  params: nothing,
  query: nothing,
  body: newProduct,
  reply: merchandiseProduct,
  status: 201,
  problems: ['invalid_fields', 'not_found', 'too_many_products_today'],
})

export const changeProduct = endpoint({
  method: 'PATCH',
  path: '/merchandise/products/:id',
  summary: 'Change what a product is, costs, and how many pieces there are. What is sold already stays as it was sold.',
  who: 'admin',
  params: z.object({ id: productIdText }),
  query: nothing,
  body: productChange,
  reply: merchandiseProduct,
  status: 200,
  problems: ['invalid_fields', 'not_found', 'out_of_stock'],
})

export const changeProductState = endpoint({
  method: 'PATCH',
  path: '/merchandise/products/:id/state',
  summary: 'Publish a product, or take it off sale.',
  who: 'admin',
  params: z.object({ id: productIdText }),
  query: nothing,
  body: z.object({ state: oneOf(['ON_SALE', 'OFF_SALE']) }),
  reply: merchandiseProduct,
  status: 200,
  problems: ['not_found'],
})
