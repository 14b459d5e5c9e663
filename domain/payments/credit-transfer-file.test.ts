import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import {
  type CreditTransfer,
  creditTransferFile,
  refundTransferIn,
  sepaText,
  transferReference,
} from './credit-transfer-file.ts'
import type { RefundFileId, RefundId } from '../ids.ts'
import { cents } from '../money.ts'

const fileId = 7 as RefundFileId
const account = { owner: 'Müller & Söhne <Theater> GmbH', iban: 'AT483200000012345864', bic: null }
const transfer = (changes: Partial<CreditTransfer> = {}): CreditTransfer => ({
  ...{ refundId: 12 as RefundId, name: 'Ada Łukasz', iban: 'AT611904300234573201', amount: cents(4_550) },
  ...{ purpose: 'Refund 2026-000043', ...changes },
})
const write = (transfers: readonly CreditTransfer[], bic: string | null = null) =>
  creditTransferFile({
    ...{ id: fileId, madeAt: '2026-11-23T10:00:00Z', day: '2026-11-23', account: { ...account, bic }, transfers },
  })

type Tree = string | [string, Tree][]
const treeOf = (of: XmlElement): Tree => {
  const elements = of.children.filter((child) => child instanceof XmlElement)
  return elements.length === 0 ? of.text : elements.map((child): [string, Tree] => [child.name, treeOf(child)])
}
const read = (text: string): Tree => treeOf(parseXml(text).root as XmlElement)

/** The elements in the order of the published schema. */
const party = (name: string): Tree => [['Nm', name]]
const ibanOf = (iban: string): Tree => [['Id', [['IBAN', iban]]]]

test('has the elements of pain.001.001.09 in their order', () => {
  const other = transfer({ refundId: 13 as RefundId, amount: cents(5), name: 'B' })
  const counted: [string, Tree][] = [
    ['NbOfTxs', '2'],
    ['CtrlSum', '45.55'],
  ]
  const owner = party('Mueller + Soehne .Theater. GmbH')
  const paid = (id: string, amount: string, name: string): [string, Tree] => [
    'CdtTrfTxInf',
    [
      ['PmtId', [['EndToEndId', id]]],
      ['Amt', [['InstdAmt', amount]]],
      ['Cdtr', party(name)],
      ['CdtrAcct', ibanOf('AT611904300234573201')],
      ['RmtInf', [['Ustrd', `Refund 2026-000043 ${id}`]]],
    ],
  ]
  const text = write([transfer(), other])
  expect(parseXml(text).root?.attributes['xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  expect(text.match(/<InstdAmt Ccy="EUR">/g)).toHaveLength(2)
  expect(read(text)).toEqual([
    [
      'CstmrCdtTrfInitn',
      [
        ['GrpHdr', [['MsgId', 'FOYER-7'], ['CreDtTm', '2026-11-23T10:00:00Z'], ...counted, ['InitgPty', owner]]],
        [
          'PmtInf',
          [
            ['PmtInfId', 'FOYER-7-1'],
            ['PmtMtd', 'TRF'],
            ['BtchBookg', 'false'],
            ...counted,
            ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
            ['ReqdExctnDt', [['Dt', '2026-11-23']]],
            ['Dbtr', owner],
            ['DbtrAcct', ibanOf(account.iban)],
            ['DbtrAgt', [['FinInstnId', [['Othr', [['Id', 'NOTPROVIDED']]]]]]],
            ['ChrgBr', 'SLEV'],
            paid('FOYER-7-12', '45.50', 'Ada Lukasz'),
            paid('FOYER-7-13', '0.05', 'B'),
          ],
        ],
      ],
    ],
  ])
  expect(write([transfer()], 'GIBAATWWXXX')).toContain('<FinInstnId><BICFI>GIBAATWWXXX</BICFI></FinInstnId>')
})

test('keeps to characters, lengths and sums of SEPA for any text', () => {
  const nasty = ['', '//', '/a//b/', '</Nm>&amp;', '\u0000\u{1F3AD}', '东京', 'é'.repeat(200), 'x/'.repeat(100), ' \n ']
  const transfers = nasty.map((text, index) =>
    transfer({
      refundId: (999_999_990 + index) as RefundId,
      name: text,
      purpose: text,
      amount: cents(99_999_999 - index),
    }),
  )
  const text = write(transfers)
  const valuesOf = (name: string) =>
    Array.from(text.matchAll(new RegExp(`<${name}>([^<]*)</`, 'g')), ([, value = '']) => value)
  for (const [name, longest] of [
    ['Nm', 70],
    ['Ustrd', 140],
    ['MsgId', 35],
    ['PmtInfId', 35],
    ['EndToEndId', 35],
  ] as const) {
    for (const value of valuesOf(name)) {
      expect(value).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]+$/)
      expect(value).not.toMatch(/^\/|\/$|\/\//)
      expect(value.length).toBeLessThanOrEqual(longest)
    }
  }
  expect(valuesOf('IBAN').every((iban) => isValidIBAN(iban))).toBe(true)
  const sum = transfers.reduce((total, { amount }) => total + amount, 0)
  expect(valuesOf('CtrlSum')).toEqual([(sum / 100).toFixed(2), (sum / 100).toFixed(2)])
  expect(new Set(valuesOf('EndToEndId')).size).toBe(transfers.length)
})

describe('references', () => {
  test('lead back to their refund', () => {
    expect(refundTransferIn(transferReference(fileId, 12 as RefundId))).toEqual({ fileId, refundId: 12 })
    for (const text of ['', 'NOTPROVIDED', 'FOYER-7', 'FOYER-7-', 'FOYER-7-x', 'XFOYER-7-12', 'FOYER-7-12-1']) {
      expect(refundTransferIn(text)).toBeUndefined()
    }
    for (const text of ['Refund 2026-000043 FOYER-7-12', 'EREF+FOYER-7-12SVWZ+RETOURE']) {
      expect(refundTransferIn(text)).toEqual({ fileId, refundId: 12 })
    }
  })

  test('shortens after the equivalents of letters are written', () => {
    expect(sepaText('ßßß', 5)).toBe('sssss')
  })
})
