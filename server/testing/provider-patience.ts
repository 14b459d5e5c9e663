/** The time that tests give a call of a provider: a guard against hanging, not a yardstick. */
export const PATIENCE_MS = 20_000

/** The time for calls that get no answer. */
export const BRIEF_MS = 300
