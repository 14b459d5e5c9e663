import { PUBLICATION_STATES, type PublicationState } from '#domain/shows/publication.ts'
import { PRODUCT_PUBLICATION_STATES, type ProductPublicationState } from '#domain/product-states.ts'

/** Texts of publishing. */
export const texts = {
  publication: 'Publication',
  publish: 'Visitors see it',
  from: 'From',
  ownTime: 'Your local time',
  saleStart: 'Customers can buy tickets',
  saleStartTime: 'Start of the sale',
  sale: 'Tickets are sold',
  saleOfProduct: 'Customers can buy it',
  saleEnd: 'End of the sale',
  preview: 'Preview',
  view: 'View in the Shop',
  change: 'Change',
  save: 'Save Publication',
  saved: 'Publication saved',
  consequenceOfProduct: 'Nobody can buy a product that visitors do not see, not even from the cart.',
  consequence:
    'Nothing is sold of what visitors do not see, or after the end of the sale. The desk sells before the start of the sale. Sold tickets stay valid.',
}

export const publicationNames: Record<ProductPublicationState, string> = {
  PENDING: 'Awaits approval',
  DRAFT: 'Draft',
  SCHEDULED: 'Published later',
  PUBLISHED: 'Published',
  OFF_SALE: 'Off sale',
}

export const publishChoices = [
  { value: 'NOW', label: 'At once' },
  { value: 'LATER', label: 'From a time on' },
  { value: 'DRAFT', label: 'Not yet (draft)' },
]

export const saleStartChoices = [
  { value: 'VISIBLE', label: 'As soon as they see the show' },
  { value: 'LATER', label: 'From a time on' },
]

export const saleChoices = [
  { value: 'START', label: 'Until the show starts' },
  { value: 'UNTIL', label: 'Until a time' },
  { value: 'NOW', label: 'No longer: off sale now' },
]

/** The choices for a product. */
export const productSaleChoices = [
  { value: 'START', label: 'While there is stock' },
  { value: 'NOW', label: 'No longer: off sale now' },
]

const filterChoices = <State extends ProductPublicationState>(states: readonly State[]) => [
  { value: '' as const, label: 'All' },
  ...states.map((value) => ({ value, label: publicationNames[value] })),
]

/** The options of the filter of lists. */
export const publicationFilterChoices = filterChoices<PublicationState>(PUBLICATION_STATES)
export const productFilterChoices = filterChoices<ProductPublicationState>(PRODUCT_PUBLICATION_STATES)
