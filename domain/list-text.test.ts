import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test.each([[[]], [['a']], [['a', 'b']], [['a', 'b', 'c']], [['a b', 'c', 'd', 'e']]])(
  'joins %j like British English',
  (words) => {
    expect(listText(words, 'or')).toBe(new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words))
    expect(listText(words, 'and')).toBe(new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words))
  },
)
