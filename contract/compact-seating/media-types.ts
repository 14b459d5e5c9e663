/** A seating plan in its compact form. */
export const COMPACT_PLAN = 'application/vnd.foyer.seating-plan+json'

/** How the places of a plan stand, in its compact form. */
export const COMPACT_STATE = 'application/vnd.foyer.seating-state'
