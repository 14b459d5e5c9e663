import type { Plugin } from 'vite'

/** Gives code a low priority, because the prerendered page needs styles, fonts and the first picture first. */
export function fetchCodeLast(): Plugin {
  return {
    name: 'fetch-code-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"'),
    },
  }
}
