/**
 * Joins words to a list: "a", "a or b", "a, b or c". Browsers take over ten milliseconds to load the data of
 * `Intl.ListFormat`.
 */
export function listText(words: readonly string[], last: 'and' | 'or'): string {
  const before = words.slice(0, -1).join(', ')
  return [...(before ? [before, last] : []), ...words.slice(-1)].join(' ')
}
