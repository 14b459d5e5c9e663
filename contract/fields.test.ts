import { expect, test } from 'vitest'
import { nonBlankText, oneOf, optionalLineText, singleLineText } from './fields.ts'
import { paymentType } from './orders.ts'

test('refuses a value outside the list, and names the list', () => {
  const messagesFor = (value: unknown) => paymentType.safeParse(value).error?.issues.map(({ message }) => message)
  expect(messagesFor('CASH')).toEqual(['The value must be VISA, DEBITCARD or PAYPAL'])
  expect(messagesFor(undefined)).toEqual(['Value is required'])
  expect(oneOf(['coming', 'past']).safeParse('now').error?.issues[0]?.message).toBe('The value must be coming or past')
})

test('trims a name, and refuses an empty one, one of whitespace only and one with several lines', () => {
  expect(singleLineText().parse('  Zofia Maria \n')).toBe('Zofia Maria')
  const messagesForName = (text: string) =>
    singleLineText()
      .safeParse(text)
      .error?.issues.map(({ message }) => message)
  expect(messagesForName('')).toEqual(['Value is required'])
  expect(messagesForName('A\r\nBcc: b@foyer.example')).toEqual(['This field takes a single line of text'])
  expect(nonBlankText().parse('Ring 1\n1010 Wien\n')).toBe('Ring 1\n1010 Wien')
  expect(messagesForName(' \u3000 ')).toEqual(['This field cannot contain only whitespace'])
})

test('leaves out characters that turn the direction of what follows, but not those that scripts need', () => {
  for (const field of [nonBlankText(), singleLineText(), optionalLineText()]) {
    expect(field.parse('Ada\u202Egpj.exe \u2066b\u2069')).toBe('Adagpj.exe b')
    expect(field.parse('\u202Dעדה\u200F (\u200E1\u200F) علی\u200Cرضا')).toBe('עדה\u200F (\u200E1\u200F) علی\u200Cرضا')
  }
  expect(singleLineText().safeParse('\u202E\u2067').success).toBe(false)
})

test('counts the separators of lines and paragraphs as ends of a line', () => {
  for (const end of ['\u2028', '\u2029']) expect(singleLineText().safeParse(`Ada${end}Bcc`).success).toBe(false)
})
