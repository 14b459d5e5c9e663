import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Configures `npm run gallery`, which takes pictures of every page. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: ['take-pictures.ts', 'take-scanner-pictures.ts'],
  projects: [{ name: 'gallery' }],
  globalSetup: '../start-shops.ts',
  outputDir: '../../test-results/gallery',
  fullyParallel: true,
  reporter: 'dot',
})
