import { defineConfig } from 'vitest/config'

/** Limits hanging tests; not a performance goal: a busy machine may be many times slower than an idle one. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } }
const onDatabase = { globalSetup: ['server/testing/database.ts'], ...patience }

const hasFullCounts = process.env['PROMISES'] === 'full'

/** Workers keep loaded modules from file to file, because loading them took half of the time. */
const loadOnce = { isolate: false }
/** More than two processors, because many tests wait: for a database, a process or a time. */
const first = { ...loadOnce, maxWorkers: 3, sequence: { groupOrder: 0 } }
/**
 * Promises run after the others in one run, two at a time: with a third rush, two processors refuse requests as
 * overloaded. With full counts one at a time, because some measure.
 */
const last = { ...loadOnce, maxWorkers: hasFullCounts ? 1 : 2, sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...first,
          name: 'rules',
          ...patience,
          include: ['{domain,contract,print,e2e}/**/*.test.ts', 'scripts/**/*.test.mjs'],
        },
      },
      {
        test: {
          ...first,
          ...onDatabase,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['server/promises/**'],
        },
      },
      {
        test: {
          ...first,
          name: 'screens',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['client/testing/fresh-page.ts'],
          ...patience,
        },
      },
      {
        test: {
          ...last,
          ...onDatabase,
          name: 'promises',
          include: ['server/promises/*.test.ts'],
          // These measure or take long.
          exclude: hasFullCounts ? [] : ['server/promises/*.full.test.ts'],
        },
      },
    ],
  },
})
