import * as z from 'zod/mini'
import type { Image } from '#contract/images.ts'
import { newProduct } from '#contract/merchandise.ts'
import { euroField, wholeField } from '#client/forms/number-fields.ts'

/** What is typed about a product. */
export type ProductValues = {
  name: string
  description: string
  price: string
  points: string
  stock: string
  itemsPerCustomer: string
  image: Image | null
}

/** Reads what was typed: prices in cents, everything else as the server takes it. The image comes beside. */
export const productSchema = ({ minCents, minStock }: { minCents: number; minStock: number }) =>
  z.extend(z.pick(newProduct, { name: true, description: true }), {
    price: euroField(minCents),
    points: wholeField(0),
    stock: wholeField(minStock),
    itemsPerCustomer: wholeField(1),
  })
