import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildScanner } from './scripts/vite-plugins/build-scanner.ts'
import { buildServiceWorker } from './scripts/vite-plugins/build-service-worker.ts'
import { compressAssets } from './scripts/vite-plugins/compress-assets.ts'
import { fillPlaceholdersInDevelopment, serveScannerInDevelopment } from './scripts/vite-plugins/development.ts'
import { fetchCodeLast } from './scripts/vite-plugins/fetch-code-last.ts'
import { leaveOutServerParts } from './scripts/vite-plugins/leave-out-server-parts.ts'
import { notePageFiles } from './scripts/vite-plugins/note-page-files.ts'
import { renderIdsOnce } from './scripts/vite-plugins/render-ids-once.ts'
import { OUT_DIR } from './scripts/vite-plugins/shared.ts'

/** Modules that page, map, list and search of the seat picker share, in one chunk. */
const SEATS = new RegExp(
  String.raw`/(${[
    'seating/(box|place-lookup|price-classes|seat-model|sector-layout|sector-numbers|standing-areas)',
    'compact-seating/plan-columns',
    'best-available/(seat-layout|table)',
    'sector-price',
  ].join('|')})\.ts$`,
)
/** All modules but those that only the desk, forms and invoices share, which the heaviest pages do not need. */
const NOT_DESK =
  /^(?!.*\/(useMutationState\.js|contract\/(admin-|invoices)|domain\/(shows\/show-series|payments\/payment-types)|client\/(desk\/|forms\/(use-creation|use-is-uploading|kept-form|tell-at-fields)|ui\/(forms\/(creation-form|select-field)|cards\/row-card))))/
/** Modules that only pages with a form share. */
const FORMS =
  /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\/|\/client\/(ui\/forms\/(form|filter-key|group-legend|use-live-filters)|forms\/kept-values)\b/
/** Modules that only pages with a list share, and those that also choices of records share with them. */
const LISTS = /\/client\/ui\/(lists|forms\/filter-form)\b/
const PAGINATION = /\/(components\/Pagination|use-pagination|client\/ui\/lists\/pagination)\b/
/** Small modules of most pages about the programme: in chunks of their own, headers would outweigh their code. */
const PROGRAMME =
  /\/(client\/names\/|contract\/(events|news)\.ts|domain\/shows\/show-title\.ts|client\/ui\/forms\/select-field)/
/** Modules shared by at least this many chunks go into one common chunk. */
const COMMON_TO = 13

const scanner = buildScanner()

export default defineConfig({
  base: './',
  publicDir: 'client/public',
  define: { 'import.meta.env.RESPONSE_CACHE': process.env['RESPONSE_CACHE'] === '1' },
  // The server replaces this word by a fresh nonce in every response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT_DIR,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every page fetches the names of all others: shorter hashes, which hardly compress, save it bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 3 },
            { name: 'shop', tags: ['$initial'], priority: 2 },
            { name: 'forms', test: FORMS, priority: 2, includeDependenciesRecursively: false },
            { name: 'pagination', test: PAGINATION, priority: 2, includeDependenciesRecursively: false },
            { name: 'lists', test: LISTS, priority: 1, includeDependenciesRecursively: false },
            { name: 'programme', test: PROGRAMME, priority: 2, includeDependenciesRecursively: false },
            { name: 'common', test: NOT_DESK, minShareCount: COMMON_TO, priority: 1 },
            { name: 'seats', test: SEATS, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:8080' } },
  plugins: [
    leaveOutServerParts(),
    renderIdsOnce(),
    react(),
    fillPlaceholdersInDevelopment(),
    serveScannerInDevelopment(),
    fetchCodeLast(),
    notePageFiles(),
    scanner,
    buildServiceWorker(scanner.api),
    compressAssets(),
  ],
})
