import type { RefundFileId, RefundId } from '../ids.ts'
import type { BankAccount } from './manual-payments.ts'
import type { Cents } from '../money.ts'

/** A transfer that pays a refund back. */
export type CreditTransfer = { refundId: RefundId; name: string; iban: string; amount: Cents; purpose: string }

type TransferFile = {
  id: RefundFileId
  /** Such as `2026-11-23T10:00:00Z`. */
  madeAt: string
  /** The day on which the bank is asked to pay. */
  day: string
  account: BankAccount
  transfers: readonly CreditTransfer[]
}

const LONGEST_NAME = 70
const LONGEST_PURPOSE = 140

/**
 * Writes a SEPA credit transfer initiation (pain.001.001.09). Each transfer is booked by itself, so that the account
 * statement names its reference.
 */
export function creditTransferFile({ id, madeAt, day, account, transfers }: TransferFile): string {
  const sum = transfers.reduce((total, { amount }) => total + amount, 0)
  const counted = element('NbOfTxs', String(transfers.length)) + element('CtrlSum', euros(sum))
  const owner = element('Nm', sepaText(account.owner, LONGEST_NAME))
  const header = [element('MsgId', `FOYER-${id}`), element('CreDtTm', madeAt), counted, parent('InitgPty', owner)]
  const payment = [
    element('PmtInfId', `FOYER-${id}-1`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    counted,
    parent('PmtTpInf', parent('SvcLvl', element('Cd', 'SEPA'))),
    parent('ReqdExctnDt', element('Dt', day)),
    parent('Dbtr', owner),
    parent('DbtrAcct', parent('Id', element('IBAN', account.iban))),
    parent('DbtrAgt', parent('FinInstnId', bankOf(account))),
    element('ChrgBr', 'SLEV'),
    ...transfers.map((transfer) => transferOf(id, transfer)),
  ]
  const initiation = parent('GrpHdr', header.join('')) + parent('PmtInf', payment.join('\n'))
  const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${namespace}">${parent('CstmrCdtTrfInitn', initiation)}</Document>
`
}

function transferOf(fileId: RefundFileId, { refundId, name, iban, amount, purpose }: CreditTransfer): string {
  const reference = transferReference(fileId, refundId)
  return parent(
    'CdtTrfTxInf',
    parent('PmtId', element('EndToEndId', reference)) +
      parent('Amt', `<InstdAmt Ccy="EUR">${euros(amount)}</InstdAmt>`) +
      parent('Cdtr', element('Nm', sepaText(name, LONGEST_NAME))) +
      parent('CdtrAcct', parent('Id', element('IBAN', iban))) +
      parent('RmtInf', element('Ustrd', sepaText(`${purpose} ${reference}`, LONGEST_PURPOSE))),
  )
}

/** Banks know their own BIC by the IBAN. */
const bankOf = ({ bic }: BankAccount) =>
  bic === null ? parent('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', bic)

/** Names a transfer in the account statement (the end-to-end id). */
export const transferReference = (fileId: RefundFileId, refundId: RefundId): string => `FOYER-${fileId}-${refundId}`

/** A transfer of a payment file: the file, and the refund that it pays. */
export type RefundTransfer = { fileId: RefundFileId; refundId: RefundId }

/** Reads the reference of a transfer of the shop in a text of a statement. Undefined without one. */
export function refundTransferIn(text: string): RefundTransfer | undefined {
  const [, file, refund] = /(?<![A-Z0-9])FOYER-(\d{1,9})-(\d{1,9})(?!-?\d)/.exec(text) ?? []
  if (file === undefined || refund === undefined) return undefined
  return { fileId: Number(file) as RefundFileId, refundId: Number(refund) as RefundId }
}

const WRITTEN: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe' },
  ...{ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i' },
  ...{ '&': '+', '–': '-', '—': '-', '’': "'", '„': "'", '“': "'", '”': "'", _: '-' },
}

/**
 * Writes a text in the characters that all banks of SEPA take, at most so long. Letters lose their accents, and what
 * has no equivalent becomes a dot. Never empty, and without a slash at its ends or two in a row, which rules forbid.
 */
export function sepaText(text: string, longest: number): string {
  const written = [...text.normalize('NFC')].map((sign) => WRITTEN[sign] ?? sign).join('')
  const plain = written
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/gu, '.')
    .replaceAll(/\/{2,}/g, '/')
    .slice(0, longest)
    .replaceAll(/^[/ ]+|[/ ]+$/g, '')
  return plain || '-'
}

const euros = (amount: number): string => (amount / 100).toFixed(2)
const element = (name: string, text: string): string =>
  parent(name, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
const parent = (name: string, content: string): string => `<${name}>${content}</${name}>`
