/** The time that tests give a call of a provider: a guard against hanging, not a yardstick. */
export const PATIENCE_MS = 20_000

/** The time for calls that get no answer. Long enough on a busy machine for the requests of a call before that one. */
export const BRIEF_MS = 1_000
