import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Pictures of every page, made as the journeys are made: `npm run gallery`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'take-pictures.ts',
  globalSetup: '../start-shops.ts',
  outputDir: '../../test-results/gallery',
  fullyParallel: true,
  reporter: 'dot',
})
