import { defineConfig } from 'vitest/config'

const onDatabase = { globalSetup: ['server/testing/database.ts'], testTimeout: 60_000, hookTimeout: 60_000 }

/** Two files at once; each promise then has the machine to itself, as it starts servers and clients enough. */
const first = { maxWorkers: 2, sequence: { groupOrder: 0 } }
const last = { maxWorkers: 1, sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...first,
          name: 'rules',
          include: ['{domain,contract,e2e}/**/*.test.ts'],
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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...last,
          ...onDatabase,
          name: 'promises',
          include: ['server/promises/*.test.ts'],
        },
      },
    ],
  },
})
