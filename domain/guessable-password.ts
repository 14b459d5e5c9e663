import { SHOP_NAME } from './window-title.ts'

/** Words that are obvious in a password of any shop. */
const OBVIOUS_WORDS = [SHOP_NAME, 'password', 'passwort', 'admin', 'administrator', 'welcome', 'ticket']

const MIN_WORD_LENGTH = 4
const MIN_REST_LENGTH = 8
const MIN_DIFFERENT_CHARACTERS = 3

/**
 * Tells whether a password consists mostly of obvious words: those of every shop, and those of the given texts, such as
 * the names of the account. Without these words it must still have the length of a password. Ignores case, and words of
 * fewer than four letters.
 */
export function consistsOfObviousWords(password: string, texts: readonly string[]): boolean {
  const words = [...OBVIOUS_WORDS, ...texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  const lower = password.toLowerCase()
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest !== lower && Array.from(rest).length < MIN_REST_LENGTH
}

/** Tells whether a password only repeats one or two characters. Ignores case. */
export function repeatsFewCharacters(password: string): boolean {
  return new Set(password.toLowerCase()).size < MIN_DIFFERENT_CHARACTERS
}
