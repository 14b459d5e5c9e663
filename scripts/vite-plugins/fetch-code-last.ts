import type { Plugin } from 'vite'
import { fail } from './shared.ts'

/**
 * Requests code after the first frame of a page and with a low priority, because the prerendered page needs styles,
 * fonts and the first picture first. Until then its links are in a template; the server adds those of the page.
 */
export function fetchCodeLast(): Plugin {
  const code = / *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/g
  const entry = /<script type="module"([^>]*?) src="([^"]+)"([^>]*)><\/script>/
  return {
    name: 'fetch-code-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const elements = (html.match(code) ?? [])
          .join('')
          .replace(entry, (_, before, src, after) => `<link rel="modulepreload"${before} href="${src}"${after}>`)
          .replaceAll('<link', '$& fetchpriority="low"')
        const [, , src] = entry.exec(html) ?? fail('index.html has no code')
        const template = `<template id="code">\n${elements}<!--page code--></template>\n`
        const start = `<script nonce="__NONCE__">${startAfterFirstFrame(src ?? '')}</script>\n`
        return html.replaceAll(code, '').replace(/ *<\/head>/, `${template}${start}$&`)
      },
    },
  }
}

/** Writes the code that loads and starts a module after the first frame. A page in a background tab has none. */
const startAfterFirstFrame = (src: string) =>
  `(function (start) { document.hidden ? start() : requestAnimationFrame(function () { setTimeout(start) }) })(` +
  `function () { document.head.append(document.getElementById("code").content); import(${JSON.stringify(src)}) })`
