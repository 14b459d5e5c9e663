const MAX_LENGTH = 40
/** A text of more words is a sentence. */
const MAX_WORDS = 4

// Letters with their marks, blanks, and the punctuation of names: "J. R. R.", "O’Neill", "Anna-Lena". Persian and Indic
// names contain the joiners U+200C and U+200D.
const NAME = /^[\p{L}\p{M} .,'’‐\-\u200C\u200D]+$/u

// A dot directly before two letters, as in "evil.example" and "www.evil", which mail programs turn into links.
const DOMAIN_LIKE = /\.[\p{L}\p{M}-]{2}/u

/**
 * Returns a name as a mail may use it; '' for text that is no plain name. Anybody can register a stranger's address, so
 * a name must not carry a link, markup, a phone number or control characters into the stranger's mailbox.
 */
export function greetingName(name: string): string {
  const trimmed = name.trim()
  const words = trimmed.split(/\s+/)
  const isName = trimmed.length <= MAX_LENGTH && words.length <= MAX_WORDS && NAME.test(trimmed)
  return isName && !DOMAIN_LIKE.test(trimmed.replaceAll(/[\u200C\u200D]/g, '')) ? trimmed : ''
}
