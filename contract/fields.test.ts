import { expect, test } from 'vitest'
import { singleLineText, oneOf, nonBlankText } from './fields.ts'
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
