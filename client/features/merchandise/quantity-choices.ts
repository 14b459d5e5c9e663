import type { Product } from './merchandise.queries.ts'

const MOST_CHOICES = 1_000

/** Lists the quantities from 1 to the limit per customer. Disables those above the stock. */
export function quantityChoices({ itemsPerCustomer, stock }: Pick<Product, 'itemsPerCustomer' | 'stock'>) {
  return Array.from({ length: Math.min(itemsPerCustomer, MOST_CHOICES) }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
    disabled: index + 1 > Math.max(stock, 1),
  }))
}
