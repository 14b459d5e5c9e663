import type { PublicationState } from '#domain/publication.ts'

/** Texts of publishing. */
export const texts = {
  publication: 'Publication',
  publish: 'Visitors see it',
  from: 'From',
  ownTime: 'Your local time',
  sale: 'Tickets are sold',
  saleEnd: 'End of the sale',
  preview: 'Preview',
  view: 'View in the Shop',
  change: 'Change',
  save: 'Save Publication',
  saved: 'Publication saved',
  consequence: 'Nothing is sold of what visitors do not see, or after the end of the sale. Sold tickets stay valid.',
}

export const publicationNames: Record<PublicationState, string> = {
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

export const saleChoices = [
  { value: 'START', label: 'Until the show starts' },
  { value: 'UNTIL', label: 'Until a time' },
  { value: 'NOW', label: 'No longer: off sale now' },
]

/** The options of the filter of lists. */
export const publicationFilterChoices = [
  { value: '', label: 'All' },
  ...Object.entries(publicationNames).map(([value, label]) => ({ value, label })),
]
