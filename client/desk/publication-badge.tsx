import type { ProductPublicationState } from '#domain/product-states.ts'
import { publicationNames } from './publication.texts.ts'
import classes from './publication.module.css'

/** Shows the state of a record on its way to the visitors. */
export function PublicationBadge({ state }: { readonly state: ProductPublicationState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {publicationNames[state]}
    </span>
  )
}
