import { serviceWorkerUrl } from '#client/offline/service-worker-url.ts'

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>

declare global {
  var trustedTypes: { createPolicy: (name: string, rules: Rules) => unknown } | undefined
}

/**
 * Installs a Trusted Types policy that allows style sheets, the only markup created from text, and the address of the
 * service worker. Refuses text with tags and all other addresses. Scripts from text are refused by
 * `require-trusted-types-for 'script'`.
 */
export function trustOwnCodeOnly(): void {
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (url) => (url === serviceWorkerUrl() ? url : null),
  })
}
