import { expect, test } from 'vitest'
import { datevHead, datevLine, type DatevSettings, windows1252 } from './datev.ts'

const settings: DatevSettings = {
  ...{ consultant: 29_098, client: 55_003, accountLength: 4, paymentAccount: '1360' },
  revenueAccounts: new Map([[19, '8400']]),
}
const sale = { cents: 4_550, vatPercent: 19, invoiceNumber: '2026-000042', day: '2026-11-05', text: 'Ada "A" Guest' }

test('writes the header of version 700, and as many columns as format version 13 has', () => {
  const batch = { from: '2026-11-01', to: '2026-11-30', createdAt: new Date('2026-12-01T08:09:10.111Z') }
  const [header, columns, rest] = datevHead(settings, batch).split('\r\n')
  expect(header).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201080910111;;"FO";"";"";29098;55003;20260101;4;20261101;20261130;' +
      '"Foyer 2026-11";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  expect(columns?.split(';')).toHaveLength(125)
  expect(columns?.split(';').slice(113, 115)).toEqual(['Festschreibung', 'Leistungsdatum'])
  expect(rest).toBe('')
})

test('debits the payment account for a sale, and credits it for a refund', () => {
  const line = datevLine(settings, sale)
  expect(line.startsWith('45,50;"S";"EUR";;;"";1360;8400;"";0511;"2026-000042";"";;"Ada ""A"" Guest";')).toBe(true)
  expect(line.split(';')).toHaveLength(125)
  expect(datevLine(settings, { ...sale, cents: -4_550 }).startsWith('45,50;"H";')).toBe(true)
})

test('removes formulas and control characters from texts, and cuts long ones', () => {
  const textOf = (text: string) => datevLine(settings, { ...sale, text }).split(';')[13]
  expect(textOf('=cmd\n()')).toBe('"cmd ()"')
  expect(textOf('x'.repeat(100))).toBe(`"${'x'.repeat(60)}"`)
})

test('encodes Windows-1252, and replaces what it does not have', () => {
  const decoder = new TextDecoder('windows-1252')
  expect(decoder.decode(windows1252('Größe 5 € – „Žižkov“ Œuvre'))).toBe('Größe 5 € – „Žižkov“ Œuvre')
  expect(decoder.decode(windows1252('Dvořák 東'))).toBe('Dvorák ?')
})
