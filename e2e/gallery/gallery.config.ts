import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Pictures of every page, made as the journeys are made: `npm run gallery`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'take-pictures.ts',
  globalSetup: '../started-shop.ts',
  outputDir: '../../test-results/gallery',
  fullyParallel: true,
  workers: 2,
  reporter: 'dot',
})
