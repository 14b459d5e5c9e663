type Rules = { createHTML: (text: string) => string | null }

declare global {
  var trustedTypes: { createPolicy: (name: string, rules: Rules) => unknown } | undefined
}

/**
 * Installs a Trusted Types policy that allows style sheets, the only markup created from text, and refuses text with
 * tags. Scripts from text are refused by `require-trusted-types-for 'script'`.
 */
export function trustStyleSheetsOnly(): void {
  globalThis.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
}
