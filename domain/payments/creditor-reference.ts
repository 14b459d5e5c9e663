/** Writes a creditor reference (ISO 11649): `RF`, two check digits, and up to 21 digits and capital letters. */
export function creditorReference(text: string): string {
  const rest = mod97(`${text}RF00`)
  return `RF${String(98 - rest).padStart(2, '0')}${text}`
}

/** Tells whether a text without blanks is a creditor reference with right check digits. */
function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1
}

/**
 * Lists the creditor references in the purpose of a transfer, also those with blanks, in lower case, or with other text
 * around them. `bodyLength`: the length of the references after `RFdd`.
 */
export function creditorReferencesIn(purpose: string, bodyLength: number): string[] {
  const text = purpose.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const found = Array.from(text.matchAll(/(?=(RF\d{2}[0-9A-Z]{1,21}))/g), ([, tail = '']) =>
    tail.slice(0, 4 + bodyLength),
  )
  return [...new Set(found.filter(isCreditorReference))]
}

/** Writes a reference in groups of four, as people read it. */
export function grouped(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Computes ISO 7064 MOD 97-10, with A as 10 to Z as 35. */
function mod97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest
}
