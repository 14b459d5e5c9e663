import { test } from 'vitest'

/** Tells whether `npm run prove` runs the tests. */
export const isProving = process.env['PROMISES'] === 'full'

/** A test that only `npm run prove` runs, because a shorter one in `npm test` finds nearly the same faults. */
export const provedTest = test.runIf(isProving)
