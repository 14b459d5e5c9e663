/** Raised with every change of what a plan is written as, compact or as JSON. */
export const PLAN_VERSION = 2

/** Raised with every change of what a state is written as. */
export const STATE_VERSION = 2

/** Names what is written of a plan of such an identity: browsers keep it for ever under this name. */
export const planVersion = (identity: string): string => `${PLAN_VERSION}-${identity}`

/** No house has more places: whoever reads makes no more room, whatever the bytes say. */
export const MOST_PLACES = 1_000_000
