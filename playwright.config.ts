import { defineConfig } from '@playwright/test'
import { isProving } from './e2e/proving.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: isProving ? [] : '**/*.full.spec.ts',
  globalSetup: './e2e/start-shops.ts',
  outputDir: 'test-results',
  workers: 2,
  // A busy machine can delay a browser. Journeys that pass only on retry are reported as flaky.
  retries: 1,
  // Limits hanging journeys; not a performance goal: a busy machine may be many times slower than an idle one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    actionTimeout: 30_000,
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS },
    viewport: { width: 1280, height: 800 },
    // A trace of every journey, kept or not, takes half of the machine.
    trace: 'on-first-retry',
    acceptDownloads: true,
  },
})
