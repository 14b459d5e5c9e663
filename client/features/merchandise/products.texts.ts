import { PRODUCT_ORDERS, type ProductOrder } from '#contract/admin-merchandise.ts'
import { texts as shopTexts } from './merchandise.texts.ts'

const orderNames: Record<ProductOrder, string> = {
  ...shopTexts.sortOptions,
  NEWEST: 'Newest',
  STOCK: 'Stock Asc.',
}

/** Texts of the desk's pages of products. */
export const texts = {
  search: 'Search by name',
  sort: shopTexts.sort,
  none: 'No matching products.',
  edit: shopTexts.edit,
  save: 'Save Changes',
  saved: 'Product saved',
  notSaved: 'Product not saved - please check your inputs.',
  duplicate: 'Duplicate',
  pending: 'A customer has created this product. Nobody else sees it until you publish it.',
}

export const orderChoices = PRODUCT_ORDERS.map((value) => ({ value, label: orderNames[value] }))
