import { defineConfig } from '@playwright/test'
import { FULL, isProving } from './e2e/proving.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds. Optimising their code takes a fifth of their processor time, and pays later than that.
  '--js-flags=--no-maglev --no-turbofan',
]

/** The records of this journey stay in the shop of its worker, so journeys that follow need another one. */
const UNTRUSTED = '**/untrusted-texts.spec.ts'
const WITH_OWN_SHOP =
  '**/{desk-houses,desk-payments,manual-payments,payments,second-factor,verify-email,wallets}.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  grepInvert: isProving ? [] : [new RegExp(FULL)],
  // Projects begin in this order.
  projects: [
    { name: 'journeys', testIgnore: [UNTRUSTED, WITH_OWN_SHOP, ...(isProving ? [] : ['**/*.full.spec.ts'])] },
    { name: 'untrusted texts', testMatch: UNTRUSTED },
    { name: 'own shop', testMatch: WITH_OWN_SHOP },
  ],
  globalSetup: './e2e/start-shops.ts',
  outputDir: 'test-results',
  // As many as processors, beside other tests: with three, a slow machine was so busy that shops refused requests.
  workers: 2,
  // A busy machine can delay a browser. Journeys that pass only on retry are reported as flaky.
  retries: 1,
  // Limits hanging journeys; not a performance goal: a busy machine may be many times slower than an idle one.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    actionTimeout: 120_000,
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS },
    viewport: { width: 1280, height: 800 },
    // A trace of every journey, kept or not, takes half of the machine.
    trace: 'on-first-retry',
    acceptDownloads: true,
  },
})
