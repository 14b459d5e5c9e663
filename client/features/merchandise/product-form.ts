import * as z from 'zod/mini'
import type { Image } from '#contract/images.ts'
import { newProduct } from '#contract/merchandise.ts'
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

/** Validates the typed values and converts prices to cents. The image is separate. */
export const productSchema = ({ minCents, minStock }: { minCents: number; minStock: number }) =>
  z.extend(z.pick(newProduct, { name: true, description: true }), {
    price: euroField(minCents),
    points: wholeField(0),
    stock: wholeField(minStock),
    itemsPerCustomer: wholeField(1),
  })
