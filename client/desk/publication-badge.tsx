import type { PublicationState } from '#domain/publication.ts'
import { publicationNames } from './publication.texts.ts'
import classes from './publication.module.css'

/** Shows the state of a record on its way to the visitors. */
export function PublicationBadge({ state }: { readonly state: PublicationState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {publicationNames[state]}
    </span>
  )
}
