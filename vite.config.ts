import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, parseSync, type Plugin, type Rolldown, Visitor } from 'vite'
import { pages } from './contract/pages.ts'
import { leaveOutServerParts } from './scripts/leave-out-server-parts.ts'

const outDir = 'dist/client'
const MIN_COMPRESSED_BYTES = 200
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
  /^(?!.*\/(useMutationState\.js|contract\/(admin-|invoices)|domain\/(show-series|payment-types)|client\/(desk\/|forms\/(use-creation|use-is-uploading|kept-form|tell-at-fields)|ui\/(forms\/(creation-form|select-field)|cards\/row-card))))/
/** Modules that only pages with a form share. */
const FORMS =
  /\/node_modules\/(@mantine\/form|klona|fast-deep-equal)\/|\/client\/(ui\/forms\/(form|filter-key|group-legend|use-live-filters)|forms\/kept-values)\b/
/** Modules that only pages with a list share, and those that also choices of records share with them. */
const LISTS = /\/client\/ui\/(lists|forms\/filter-form)\b/
const PAGINATION = /\/(components\/Pagination|use-pagination|client\/ui\/lists\/pagination)\b/
/** Small modules of most pages about the programme: in chunks of their own, headers would outweigh their code. */
const PROGRAMME =
  /\/(client\/names\/|contract\/(events|news)\.ts|domain\/show-title\.ts|client\/ui\/forms\/select-field)/
/** Modules shared by at least this many chunks go into one common chunk. */
const COMMON_TO = 13

export default defineConfig({
  base: './',
  publicDir: 'client/public',
  define: { 'import.meta.env.RESPONSE_CACHE': process.env['RESPONSE_CACHE'] === '1' },
  // The server replaces this word by a fresh nonce in every response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir,
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
    buildScanner(),
    buildServiceWorker(),
    compressAssets(),
  ],
})

/** Replaces the placeholders like the server. There is no nonce in development. */
function fillPlaceholdersInDevelopment(): Plugin {
  return {
    name: 'fill-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('__BASE__', '/').replaceAll(/__(NONCE|SHOP_ZONE)__/g, ''),
    },
  }
}

/** Answers `/scan` with the scanner's own page, like the server. */
function serveScannerInDevelopment(): Plugin {
  return {
    name: 'serve-scanner',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _, next) => {
        if (/^\/scan(\?|$)/.test(request.url ?? '')) request.url = '/scan.html'
        next()
      })
    },
  }
}

/** Replaces Mantine's hook for ids by `client/shell/use-id.ts`. */
function renderIdsOnce(): Plugin {
  let isReplaced = false
  return {
    name: 'render-ids-once',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/use-id\/use-id\.mjs$/ },
      handler() {
        isReplaced = true
        return join(import.meta.dirname, 'client/shell/use-id.ts')
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) fail('Mantine has moved its hook for ids')
    },
  }
}

/** Gives code a low priority, because the prerendered page needs styles, fonts and the first picture first. */
function fetchCodeLast(): Plugin {
  return {
    name: 'fetch-code-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  }
}

/**
 * Writes `.br` and `.gz` files beside every text asset and WebAssembly, so that the server never compresses assets.
 */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = outDir }) {
        const files = await readdir(dir, { recursive: true })
        const texts = files.filter((file) => /\.(js|css|svg|json|txt|wasm)$/.test(file))
        await Promise.all(texts.map((file) => compressFile(join(dir, file))))
      },
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < MIN_COMPRESSED_BYTES) return
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    promisify(brotliCompress)(content, brotli).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}

/** Writes the list of additional files per page, so that the server can preload them. */
function notePageFiles(): Plugin {
  return {
    name: 'note-page-files',
    apply: 'build',
    async writeBundle({ dir = outDir }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      const shared = new Set(entry ? filesOf(entry, bundle) : [])
      const modules = await readPageModules()
      const table = Object.entries(pages).map(([key, page]) => {
        const keys = 'tab' in page ? ['search', key] : [key]
        return [key, [...new Set(keys.flatMap(ownFiles))]]
      })
      await writeFile(`${dir}.pages.json`, JSON.stringify(Object.fromEntries(table)))

      function ownFiles(key: string): string[] {
        const module = join(import.meta.dirname, 'client', modules.get(key) ?? fail(`${key} has no module`))
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
        return filesOf(chunk ?? fail(`${module} is no chunk of its own`), bundle).filter((file) => !shared.has(file))
      }
    },
  }
}

/** The files of a page: the script that it starts, and all of them. */
type PageFiles = { readonly script: string; readonly files: readonly string[] }

let scannerFiles: PageFiles | undefined

/**
 * Builds the scanner, a page of its own that shares no file with the others. It starts on borrowed phones at doors, so
 * it runs on Preact, which is a tenth of React's size.
 */
function buildScanner(): Plugin {
  return {
    name: 'build-scanner',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = outDir }) {
        const built = await build({
          ...alone(dir),
          base: './',
          html: { cspNonce: '__NONCE__' },
          define: { 'import.meta.env.RESPONSE_CACHE': process.env['RESPONSE_CACHE'] === '1' },
          resolve: {
            alias: {
              'react/jsx-runtime': 'preact/jsx-runtime',
              'react-dom/client': 'preact/compat/client',
              react: 'preact/compat',
            },
          },
          build: {
            ...alone(dir).build,
            modulePreload: { polyfill: false },
            assetsInlineLimit: 0,
            rolldownOptions: { input: join(import.meta.dirname, 'scan.html') },
          },
        })
        const { output } = [built].flat()[0] as Rolldown.RolldownOutput
        const files = output.map(({ fileName }) => fileName).filter((name) => !name.endsWith('.html'))
        const script = output.find((each) => each.type === 'chunk' && each.isEntry)?.fileName
        scannerFiles = { script: script ?? fail('The scanner has no script'), files }
      },
    },
  }
}

/** Options of a build beside that of the shop's pages, into the same folder. */
function alone(dir: string) {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { outDir: dir, emptyOutDir: false, target: 'es2023', reportCompressedSize: false },
  } as const
}

/** Builds the service worker into one file beside the pages, with the lists of the files that it keeps. */
function buildServiceWorker(): Plugin {
  return {
    name: 'build-service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = outDir }) {
        const html = await readFile(join(dir, 'index.html'), 'utf8')
        const shared = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
        const { ticket: own = [] } = JSON.parse(await readFile(`${dir}.pages.json`, 'utf8')) as Record<string, string[]>
        const script = shared.find((file) => file.endsWith('.js')) ?? fail('The pages have no script')
        const scanner = scannerFiles ?? fail('The scanner is not built')
        const pages = {
          'ticket/': keptPage('ticket/1', { script, files: [...new Set([...shared, ...own])] }, html),
          scan: keptPage('scan', scanner, await readFile(join(dir, 'scan.html'), 'utf8')),
        }
        await build({
          ...alone(dir),
          define: { KEPT_PAGES: JSON.stringify(pages) },
          build: {
            ...alone(dir).build,
            rolldownOptions: {
              input: join(import.meta.dirname, 'client/offline/service-worker/main.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        })
      },
    },
  }
}

/** Describes a page that the service worker keeps. Its revision changes with the page and with its files. */
function keptPage(address: string, { script, files }: PageFiles, html: string) {
  const revision = createHash('sha256').update(files.join()).update(html).digest('hex').slice(0, 16)
  return { address, script, files, revision }
}

/** Parses the table in `client/page-modules.ts`: the path of the module behind each page. */
async function readPageModules(): Promise<ReadonlyMap<string, string>> {
  const file = 'client/page-modules.ts'
  const { program } = parseSync(file, await readFile(file, 'utf8'))
  const modules = new Map<string, string>()
  let page = ''
  new Visitor({
    Property: ({ key }) => {
      if (key.type === 'Identifier') page = key.name
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') modules.set(page, String(source.value))
    },
  }).visit(program)
  return modules
}

function fail(reason: string): never {
  throw new Error(reason)
}

function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.flatMap((name) => {
    const output = bundle[name]
    return output?.type === 'chunk' ? filesOf(output, bundle) : []
  })
  return [...new Set([chunk.fileName, ...imported, ...(chunk.viteMetadata?.importedCss ?? [])])]
}
