import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { OUT_DIR } from './shared.ts'

const MIN_COMPRESSED_BYTES = 200

/**
 * Writes `.br` and `.gz` files beside every text asset and WebAssembly, so that the server never compresses assets.
 */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = OUT_DIR }) {
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
