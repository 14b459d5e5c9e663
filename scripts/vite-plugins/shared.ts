import { join } from 'node:path'

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..')
export const OUT_DIR = 'dist/client'

/** The files of a page: the script that it starts, and all of them. */
export type PageFiles = { readonly script: string; readonly files: readonly string[] }

/** Options of a build beside that of the shop's pages, into the same folder. */
export function alone(dir: string) {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { outDir: dir, emptyOutDir: false, target: 'es2023', reportCompressedSize: false },
  } as const
}

export function fail(reason: string): never {
  throw new Error(reason)
}
