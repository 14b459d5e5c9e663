import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const outDir = 'dist/client'
const MIN_COMPRESSED_BYTES = 1_000

export default defineConfig({
  base: './',
  publicDir: 'client/public',
  // The server writes a fresh nonce in place of the word into every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir,
    manifest: 'manifest.json',
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://127.0.0.1:8080' } },
  plugins: [react(), fillPlaceholdersInDevelopment(), compressAssets()],
})

/** Does what the server does to the page: names the base path. Nothing checks a nonce in development. */
function fillPlaceholdersInDevelopment(): Plugin {
  return {
    name: 'fill-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll('__BASE__', '/').replaceAll('__NONCE__', ''),
    },
  }
}

/** Writes `.br` and `.gz` beside every text asset, so that the server compresses nothing while people wait. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = outDir }) {
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|svg|json|txt)$/.test(file))
      await Promise.all(texts.map((file) => compressFile(join(dir, file))))
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
