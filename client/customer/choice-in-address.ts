import type { ReplyOf } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/merchandise.ts'
import type { PageSearch } from '#contract/page-search.ts'
import { pages } from '#contract/pages.ts'
import { isForPointsAlone } from '#domain/points.ts'
import { writeSearchText } from '#client/address/search-text.ts'
import { quantityChoices } from './quantity-choices.ts'

type Product = ReplyOf<typeof getProduct>

/** A quantity of a product, for money or points. */
export type CartAddition = { readonly quantity: number; readonly usePoints: boolean }

/** Writes the address of a product with a choice, so that a login in between keeps it. */
export function addressWithChoice(product: Product, { quantity, usePoints }: CartAddition): string {
  const search: PageSearch<'product'> = { ...(quantity > 1 && { quantity }), ...(usePoints && { usePoints }) }
  return pages.product.href(product) + writeSearchText(search)
}

/**
 * Reads the choice in the address. Takes one piece instead of a quantity, and the other way to pay instead of one, that
 * the product does not offer.
 */
export function choiceInAddress(
  product: Product,
  search: { readonly quantity?: unknown; readonly usePoints?: unknown },
): CartAddition {
  const choice = quantityChoices(product).find(({ value, disabled }) => value === search.quantity && !disabled)
  const usePoints = isForPointsAlone(product) || (search.usePoints === 'true' && product.points > 0)
  return { quantity: Number(choice?.value ?? 1), usePoints }
}
