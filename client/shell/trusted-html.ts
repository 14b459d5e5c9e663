type Rules = { createHTML: (text: string) => string | null }

declare global {
  var trustedTypes: { createPolicy: (name: string, rules: Rules) => unknown } | undefined
}

/**
 * Lets the parts of the page write style sheets, the only markup they make of text. Text with a tag in it is refused, and
 * so is every script made of text: the server says `require-trusted-types-for 'script'`.
 */
export function trustStyleSheetsOnly(): void {
  globalThis.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
}
