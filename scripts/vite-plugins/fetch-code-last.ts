import type { Plugin } from 'vite'

/**
 * Requests code after styles and with a low priority, because the prerendered page needs styles, fonts and the first
 * picture first.
 */
export function fetchCodeLast(): Plugin {
  const code = / *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/g
  return {
    name: 'fetch-code-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const elements = (html.match(code) ?? []).join('').replaceAll(/<(script|link)/g, '$& fetchpriority="low"')
        return html.replaceAll(code, '').replace(/ *<\/head>/, `${elements}$&`)
      },
    },
  }
}
