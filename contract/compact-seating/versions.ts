/** Raised with every change of the two forms of a plan, the compact one and the specification's. */
export const PLAN_VERSION = 4

/** Raised with every change of the bytes of a state. */
export const STATE_VERSION = 3

/** Names a plan in its present form. Browsers keep the plan permanently under this name. */
export const planVersion = (identity: string): string => `${PLAN_VERSION}-${identity}`

/** Limits the places of a plan, so that a hostile answer cannot fill the memory. */
export const MOST_PLACES = 1_000_000
