import type { ReplyOf } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/merchandise.ts'

type Product = ReplyOf<typeof getProduct>

const MOST_CHOICES = 1_000

/** Lists the quantities from 1 to the limit per customer. Disables those above the stock. */
export function quantityChoices({ itemsPerCustomer, stock }: Pick<Product, 'itemsPerCustomer' | 'stock'>) {
  return Array.from({ length: Math.min(itemsPerCustomer, MOST_CHOICES) }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
    disabled: index + 1 > Math.max(stock, 1),
  }))
}
