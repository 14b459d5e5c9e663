import { basename, dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Programs of their own: the server, the operator's commands, and processes and threads that the server starts. */
const PROGRAMS = [
  'server/main.ts',
  ...['admin', 'audit', 'backup', 'demo', 'migrate', 'plan', 'raise-ids', 'restore', 'ticket-keys'].map(
    (command) => `server/commands/${command}.ts`,
  ),
  'server/features/seating/plan-process/plan-main.ts',
  'server/gateways/pictures/picture-main.ts',
  'server/gateways/printing/print-thread.ts',
  'server/gateways/wallets/pass-thread.ts',
]
const nameOf = (program: string) => basename(program, '.ts')

/**
 * Builds the server with its packages into a few files, from which it starts in half the time and memory that its 1,700
 * modules take.
 */
export default defineConfig({
  publicDir: false,
  plugins: [keepAddresses()],
  ssr: {
    noExternal: true,
    // Native code, which stays in its package.
    external: ['@node-rs/argon2', 'pg-native', 'sharp'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    minify: false,
    // Read only by `node --enable-source-maps`, which needs 120 MB more.
    sourcemap: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((program) => [nameOf(program), program])),
      // All in one folder, so that the addresses below are right in each.
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
})

/** Keeps addresses relative to a module right: those of files lead to the sources, those of programs to built ones. */
function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(domain|print|server)\/[^?]*\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const source = relative(import.meta.dirname, id)
        const withPrograms = code.replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (_, path: string) => {
          const program = join(dirname(source), path)
          if (!PROGRAMS.includes(program)) throw new Error(`${source} starts ${program}, which is not in PROGRAMS.`)
          return `new URL('./${nameOf(program)}.js', import.meta.BUILT_URL)`
        })
        const built = withPrograms
          .replaceAll('import.meta.url', `new URL('../../${source}', import.meta.BUILT_URL).href`)
          .replaceAll('import.meta.BUILT_URL', 'import.meta.url')
        // Each line stays where it is.
        return { code: built, map: null }
      },
    },
  }
}
