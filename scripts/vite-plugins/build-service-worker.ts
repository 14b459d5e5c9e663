import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { Scanner } from './build-scanner.ts'
import { alone, fail, OUT_DIR, type PageFiles, root } from './shared.ts'

/** Builds the service worker into one file beside the pages, with the lists of the files that it keeps. */
export function buildServiceWorker(scanner: Scanner): Plugin {
  return {
    name: 'build-service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = OUT_DIR }) {
        const html = await readFile(join(dir, 'index.html'), 'utf8')
        const shared = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
        const { ticket: own = [] } = JSON.parse(await readFile(`${dir}.pages.json`, 'utf8')) as Record<string, string[]>
        const script = shared.find((file) => file.endsWith('.js')) ?? fail('The pages have no script')
        const pages = {
          'ticket/': keptPage('ticket/1', { script, files: [...new Set([...shared, ...own])] }, html),
          scan: keptPage('scan', scanner.files(), await readFile(join(dir, 'scan.html'), 'utf8')),
        }
        await build({
          ...alone(dir),
          define: { KEPT_PAGES: JSON.stringify(pages) },
          build: {
            ...alone(dir).build,
            rolldownOptions: {
              input: join(root, 'client/offline/service-worker/main.ts'),
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
