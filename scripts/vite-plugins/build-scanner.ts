import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { alone, fail, OUT_DIR, type PageFiles, root } from './shared.ts'

/** Returns the files of the scanner, once it is built. */
export type Scanner = { files: () => PageFiles }

/**
 * Builds the scanner, a page of its own that shares no file with the others. It starts on borrowed phones at doors, so
 * it runs on Preact, which is a tenth of React's size.
 */
export function buildScanner(): Plugin<Scanner> & { api: Scanner } {
  let found: PageFiles | undefined
  return {
    name: 'build-scanner',
    apply: 'build',
    api: { files: () => found ?? fail('The scanner is not built') },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = OUT_DIR }) {
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
            rolldownOptions: { input: join(root, 'scan.html') },
          },
        })
        const { output } = [built].flat()[0] as Rolldown.RolldownOutput
        const files = output.map(({ fileName }) => fileName).filter((name) => !name.endsWith('.html'))
        const script = output.find((each) => each.type === 'chunk' && each.isEntry)?.fileName
        found = { script: script ?? fail('The scanner has no script'), files }
      },
    },
  }
}
