import { expect, test } from 'vitest'
import { blocksOf } from './markdown-blocks.ts'

const plain = (text: string) => ({ text, style: 'plain', href: null })

test('parses headings, paragraphs, quotes and lists', () => {
  const markdown = '# One\n\n### Two\n\nThree\nfour\n\n> Five\n\n- six\n- seven\n  - eight\n\n1. nine\n'
  expect(blocksOf(markdown)).toEqual([
    { kind: 'heading', lines: [[plain('One')]] },
    { kind: 'subheading', lines: [[plain('Two')]] },
    { kind: 'paragraph', lines: [[plain('Three four')]] },
    { kind: 'quote', lines: [[plain('Five')]] },
    { kind: 'bullets', lines: [[plain('six')], [plain('seven')], [plain('eight')]] },
    { kind: 'numbers', lines: [[plain('nine')]] },
  ])
})

test('keeps styles and links', () => {
  expect(blocksOf('**Bold** *and* [mail](mailto:a@b.example)')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { text: 'Bold', style: 'strong', href: null },
          plain(' '),
          { text: 'and', style: 'emphasis', href: null },
          plain(' '),
          { text: 'mail', style: 'plain', href: 'mailto:a@b.example' },
        ],
      ],
    },
  ])
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//elsewhere.invalid)',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
])('gives no target to the link %s', (markdown) => {
  for (const { lines } of blocksOf(markdown))
    for (const line of lines) for (const { href } of line) expect(href).toBe(null)
})

test('shows HTML as text', () => {
  const text = blocksOf('<script>alert(1)</script>\n\nA <b>bold</b> word & more')
    .flatMap(({ lines }) => lines.flat())
    .map((span) => span.text)
    .join('')
  expect(text).toContain('<script>alert(1)</script>')
  expect(text).toContain('A <b>bold</b> word & more')
})

test('keeps a line break after a backslash', () => {
  expect(blocksOf('One\\\ntwo')).toEqual([{ kind: 'paragraph', lines: [[plain('One'), plain('\n'), plain('two')]] }])
})

test('writes a table row by row', () => {
  expect(blocksOf('| a | b |\n|---|---|\n| 1 | 2 |\n')).toEqual([
    { kind: 'bullets', lines: [[plain('1'), plain(' · '), plain('2')]] },
  ])
})
