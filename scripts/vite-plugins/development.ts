import type { Plugin } from 'vite'

/** Replaces the placeholders like the server. There is no nonce in development. */
export function fillPlaceholdersInDevelopment(): Plugin {
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
export function serveScannerInDevelopment(): Plugin {
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
