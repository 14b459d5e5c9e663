import { expect, test } from 'vitest'
import { namedText, oneOf, writtenText } from './fields.ts'
import { paymentType } from './orders.ts'

test('a word that is none of the list is refused by a sentence that names the list', () => {
  const saidOf = (value: unknown) => paymentType.safeParse(value).error?.issues.map(({ message }) => message)
  expect(saidOf('CASH')).toEqual(['The value must be VISA, DEBITCARD or PAYPAL'])
  expect(saidOf(undefined)).toEqual(['Value is required'])
  expect(oneOf(['coming', 'past']).safeParse('now').error?.issues[0]?.message).toBe('The value must be coming or past')
})

test('the blanks around a name are nobody’s, and a name of blanks alone is none', () => {
  expect(namedText().parse('  Zofia Maria \n')).toBe('Zofia Maria')
  const faultsOf = (text: string) =>
    namedText()
      .safeParse(text)
      .error?.issues.map(({ message }) => message)
  expect(faultsOf('')).toEqual(['Value is required'])
  expect(faultsOf('A\r\nBcc: b@foyer.example')).toEqual(['This field takes a single line of text'])
  expect(writtenText().parse('Ring 1\n1010 Wien\n')).toBe('Ring 1\n1010 Wien')
  expect(faultsOf(' \u3000 ')).toEqual(['This field cannot contain only whitespace'])
})
