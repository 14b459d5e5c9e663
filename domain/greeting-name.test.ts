import { expect, test } from 'vitest'
import { greetingName } from './greeting-name.ts'

test.each([
  'Ada',
  'Élise',
  'Łukasz',
  'José María',
  'Anna-Lena',
  "O'Neill",
  'O’Neill',
  'J. R. R.',
  'María de los Ángeles',
  'J.R.R.',
  'علی‌رضا',
  '小明',
])('uses the name %s', (name) => {
  expect(greetingName(` ${name} `)).toBe(name)
})

test.each([
  ['a sentence with an address', 'You won 500 EUR, claim at https://evil.example'],
  ['an address without a scheme', 'evil.example/x'],
  ['a bare domain', 'Claim at evil.example'],
  ['a domain of another script', 'пример.рф'],
  ['www', 'www.evil'],
  ['a scheme', 'http: evil'],
  ['an address of mail', 'claim@evil'],
  ['a tag', '<a>'],
  ['a tag with attributes', '<a href=evil>Ada</a>'],
  ['a link of Markdown', '[Ada](evil)'],
  ['an entity', 'Ada &amp; Co'],
  ['a phone number', 'Call 0900 123456'],
  ['an ideographic full stop', 'evil。example'],
  ['a fullwidth full stop', 'evil．example'],
  ['a halfwidth full stop', 'evil｡example'],
  ['a one dot leader', 'evil․example'],
  ['a domain that joiners hide', 'evil.\u200De\u200Dx'],
  ['a soft hyphen', 'evil.\u00ADexample'],
  ['a zero width space', 'evil\u200B.example'],
  ['a line break', 'Ada\r\nBcc: evil'],
  ['a text that turns its direction', 'Ada\u202Eelpmaxe'],
  ['a very long text', 'Please '.repeat(30)],
  ['a sentence of plain words', 'You won five hundred Euro claim now'],
  ['only blanks', '   '],
])('uses no name that contains %s', (_case, name) => {
  expect(greetingName(name)).toBe('')
})
