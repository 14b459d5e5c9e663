import { PUBLICATION_STATES } from './shows/publication.ts'

/** The states of a product; one of a customer is pending until an administrator publishes it. */
export const PRODUCT_STATES = ['PENDING', 'ON_SALE', 'OFF_SALE'] as const

export type ProductState = (typeof PRODUCT_STATES)[number]

/** The states an administrator can give to a product. */
export const GIVEN_PRODUCT_STATES = ['ON_SALE', 'OFF_SALE'] as const satisfies readonly ProductState[]

export type GivenProductState = (typeof GIVEN_PRODUCT_STATES)[number]

/** The states of a product on its way to the visitors. */
export const PRODUCT_PUBLICATION_STATES = ['PENDING', ...PUBLICATION_STATES] as const

export type ProductPublicationState = (typeof PRODUCT_PUBLICATION_STATES)[number]
