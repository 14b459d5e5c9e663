import * as z from 'zod/mini'
import { messages } from '#contract/fields.ts'
import type { Image } from '#contract/images.ts'
import { newProduct } from '#contract/merchandise.ts'
import type { ImageId } from '#domain/ids.ts'
import type { Product } from './merchandise.queries.ts'
import { euroField, wholeField } from '#client/forms/number-fields.ts'

/** The typed values of a product. */
export type ProductValues = {
  name: string
  description: string
  price: string
  points: string
  stock: string
  itemsPerCustomer: string
  image: Image | null
}

/** Returns the values of the form for a product, or those to begin a new one with. */
export function productValuesOf(product?: Product & { imageId: ImageId | null }): ProductValues {
  const { name = '', description = '', price = 0, points = 0, stock = 1, itemsPerCustomer = 1 } = product ?? {}
  const { imageId, imageName } = product ?? {}
  return {
    name,
    description,
    price: product ? (price / 100).toFixed(2) : '0',
    points: String(points),
    stock: String(stock),
    itemsPerCustomer: String(itemsPerCustomer),
    image: imageId && imageName ? { id: imageId, name: imageName } : null,
  }
}

/** Validates the typed values and converts prices to cents. */
export const productSchema = ({ minCents, minStock }: { minCents: number; minStock: number }) =>
  z.extend(z.pick(newProduct, { name: true, description: true }), {
    price: euroField(minCents),
    points: wholeField(0),
    stock: wholeField(minStock),
    itemsPerCustomer: wholeField(1),
    image: z.custom<Image>((value) => value !== null, { error: messages.image }),
  })
