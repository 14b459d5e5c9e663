/** The time for a provider's answer in a request. Clients wait for 10 seconds. */
export const REQUEST_TIMEOUT_MS = 8_000

/** The time for a provider's answer in a job. */
export const JOB_TIMEOUT_MS = 20_000
