import * as z from 'zod/mini'
import { GIVEN_PRODUCT_STATES, PRODUCT_STATES } from '#domain/product-states.ts'
import { endpoint } from './endpoint.ts'
import {
  imageName,
  integer,
  listOf,
  MAX_INTEGER,
  singleLineText,
  nothing,
  oneOf,
  optionalText,
  paging,
  price,
  priceText,
  requiredText,
  integerText,
} from './fields.ts'
import { imageId, productId, productIdText } from './ids.ts'
import { notPublishing, publishing } from './publishing.ts'

export const merchandiseProduct = z.object({
  id: productId,
  name: z.string(),
  description: z.string(),
  price,
  /** Cost of one piece in points; 0 when it cannot be bought with points. */
  points: z.number(),
  stock: z.number(),
  itemsPerCustomer: z.number(),
  imageName: z.nullable(imageName),
  state: z.enum(PRODUCT_STATES),
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
  pointsLowerBound: z.optional(integerText(0)),
  pointsUpperBound: z.optional(integerText(0)),
  sortOption: z._default(oneOf(SORT_OPTIONS), 'NAME'),
})
export type MerchandiseSearch = z.output<typeof merchandiseSearch>

export const PRODUCTS_PER_PAGE = 12

export const newProduct = z.object({
  name: singleLineText(),
  description: requiredText(),
  price,
  points: integer(0),
  stock: integer(1),
  itemsPerCustomer: integer(1),
  imageId,
  /** Counts for administrators alone. */
  ...publishing,
})

/** The version that a change is based on. Without one, the change applies to whichever is there. */
const basedOn = { version: z.optional(integer(1)) }

/** The new properties of a product. Without an `imageId` it keeps its picture. */
export const productChange = z.extend(z.omit(newProduct, { stock: true, imageId: true, ...notPublishing }), {
  imageId: z.optional(imageId),
  /** Pieces added to the stock, or removed when negative. Relative, so that concurrent sales are not overwritten. */
  stockChange: z.optional(integer(-MAX_INTEGER)),
  ...basedOn,
})

export const listProducts = endpoint({
  method: 'GET',
  path: '/merchandise/products',
  summary: 'Search products. Sorting by points lists products that cannot be redeemed (0 points) last.',
  access: 'anyone',
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
  summary: 'Get a product.',
  access: 'anyone',
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
    'Create a product. A product of a customer costs at least 1 cent. With MERCHANDISE_MODERATION, an administrator ' +
    'must publish it before it can be bought.',
  access: 'customer',
  needsVerifiedEmail: true,
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
  summary: 'Change a product: its description, prices and stock. Earlier sales keep their prices.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: productIdText }),
  query: nothing,
  body: productChange,
  reply: merchandiseProduct,
  status: 200,
  problems: ['changed_meanwhile', 'invalid_fields', 'not_found', 'out_of_stock'],
})

export const changeProductState = endpoint({
  method: 'PATCH',
  path: '/merchandise/products/:id/state',
  summary: 'Publish a product at once or from a time, keep it as a draft, or take it off sale.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: productIdText }),
  query: nothing,
  body: z.object({ state: oneOf(GIVEN_PRODUCT_STATES), ...publishing, ...basedOn }),
  reply: merchandiseProduct,
  status: 200,
  problems: ['changed_meanwhile', 'not_found'],
})
