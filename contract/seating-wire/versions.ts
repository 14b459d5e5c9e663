export const PLAN_VERSION = 2
export const STATE_VERSION = 2

/** No house has more places: whoever reads makes no more room, whatever the bytes say. */
export const MOST_PLACES = 1_000_000
