import { test } from 'vitest'

/** Tells whether promises have the full counts of `npm run prove`, which take hours. */
export const hasFullCounts = process.env['PROMISES'] === 'full'

/** Tells whether `npm run prove` runs the tests: all of them, promises with full counts or those of the gate. */
export const isProving = hasFullCounts || process.env['PROMISES'] === 'gate'

/**
 * A test that only `npm run prove` runs, because faster ones in `npm test` find nearly the same faults.
 * `npm run prove -- server` runs all of them in minutes.
 */
export const provedTest = test.runIf(isProving)
