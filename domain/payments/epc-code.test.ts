import { expect, test } from 'vitest'
import { epcText } from './epc-code.ts'
import { cents } from '../money.ts'

const account = { owner: 'Foyer GmbH', iban: 'AT483200000012345864', bic: null }

test('writes the lines of the guideline', () => {
  expect(epcText({ ...account, amount: cents(9_105), reference: 'RF7100000017' })).toBe(
    'BCD\n002\n1\nSCT\n\nFoyer GmbH\nAT483200000012345864\nEUR91.05\n\nRF7100000017',
  )
})

test('has at most 331 bytes', () => {
  const longest = { owner: 'Ł'.repeat(70), iban: `LC${'9'.repeat(32)}`, bic: 'GIBAATWWXXX' }
  const text = epcText({ ...longest, amount: cents(100_000_000), reference: `RF18${'9'.repeat(21)}` })
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(331)
})
