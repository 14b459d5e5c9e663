import { join } from 'node:path'
import type { Plugin } from 'vite'
import { fail, root } from './shared.ts'

/** Replaces Mantine's hook for ids by `client/shell/use-id.ts`. */
export function renderIdsOnce(): Plugin {
  let isReplaced = false
  return {
    name: 'render-ids-once',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/use-id\/use-id\.mjs$/ },
      handler() {
        isReplaced = true
        return join(root, 'client/shell/use-id.ts')
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) fail('Mantine has moved its hook for ids')
    },
  }
}
