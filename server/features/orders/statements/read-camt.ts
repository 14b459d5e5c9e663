import { parseXml, XmlElement } from '@rgrove/parse-xml'
import {
  dayIn,
  decimalCentsIn,
  type SentTransfer,
  type Statement,
  type StatementMovement,
} from '#domain/payments/bank-movements.ts'
import { refundTransferIn } from '#domain/payments/credit-transfer-file.ts'
import { cents } from '#domain/money.ts'
import { limitEntries } from './limit-entries.ts'
import { payerIbanIn } from './payer-iban.ts'
import { StatementRefused } from './statement-refused.ts'

/** The beginning of an entry, with or without a prefix of its namespace. */
const ENTRY = /<(?:[^\s<>/:]+:)?Ntry[\s/>]/g

/**
 * Reads the incoming money of a CAMT.053 statement (ISO 20022), of any of its versions. Entities are not resolved, and
 * money that is not booked yet is left out.
 */
export function readCamt(text: string): Statement {
  limitEntries(text.match(ENTRY)?.length ?? 0, 'entries')
  const root = parseXml(text).root
  const statements = root ? elementsAt(root, 'BkToCstmrStmt', 'Stmt') : []
  if (statements.length === 0) throw new StatementRefused('This XML file is no account statement (CAMT.053).')
  const accounts = new Set(statements.map((statement) => textAt(statement, 'Acct', 'Id', 'IBAN')))
  if (accounts.size > 1) throw new StatementRefused('This file has statements of several accounts.')
  const entries = entriesOf(statements)
  const read = entries.flatMap((entry) => movementsOf(entry))
  const movements = read.filter((movement) => movement !== undefined)
  const sent = entries.flatMap(sentBy)
  // An entry without the amounts of all its transactions counts once, whatever it pays.
  const skipped = Math.max(0, read.length - movements.length - sent.length)
  return { format: 'CAMT', account: [...accounts][0] || null, movements, skipped, sent }
}

/** Lists the entries of statements. Of those that overlap, such as one of a day and one of its morning, once each. */
function entriesOf(statements: readonly XmlElement[]): Entry[] {
  const known = new Set<string>()
  return statements.flatMap((statement) => {
    const entries = elementsAt(statement, 'Ntry').map(entryOf)
    const keyOf = ({ bankRef, bookedOn, direction, amount }: Entry) =>
      JSON.stringify([bankRef, bookedOn, direction, amount?.text])
    const added = entries.filter((entry) => entry.bankRef === null || !known.has(keyOf(entry)))
    for (const entry of added) known.add(keyOf(entry))
    return added
  })
}

/**
 * Reads the facts of an entry. Its many transactions share them, because reading them for each would take minutes for
 * an entry of thousands of elements.
 */
const entryOf = (element: XmlElement) => ({
  element,
  status: textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts'),
  direction: textAt(element, 'CdtDbtInd'),
  isReversal: textAt(element, 'RvslInd') === 'true',
  amount: amountOf(element),
  bookedOn: dayIn(textAt(element, 'BookgDt', 'Dt') || textAt(element, 'BookgDt', 'DtTm')),
  bankRef: bankRefIn(element, 'AcctSvcrRef'),
  transactions: elementsAt(element, 'NtryDtls', 'TxDtls'),
})

type Entry = ReturnType<typeof entryOf>

/** Lists the transfers of refunds that left the account by an entry. */
function sentBy(entry: Entry): SentTransfer[] {
  const { bookedOn, transactions } = entry
  if (entry.status !== 'BOOK' || entry.direction !== 'DBIT' || entry.isReversal || bookedOn === undefined) return []
  return transactions.flatMap((details) => {
    const reference = textAt(details, 'Refs', 'EndToEndId')
    const amount = amountOf(details) ?? (transactions.length === 1 ? entry.amount : undefined)
    const sentCents = decimalCentsIn(amount?.text ?? '')
    const isOurs =
      refundTransferIn(reference) !== undefined &&
      amount?.attributes['Ccy'] === 'EUR' &&
      sentCents !== undefined &&
      sentCents > 0
    const isReturn = elementsAt(details, 'RtrInf').length > 0
    if (!isOurs || isReturn) return []
    return [
      {
        reference,
        amount: cents(sentCents),
        bookedOn,
        recipient: nameOf(details, 'Cdtr'),
        bankRef: bankRefOf(entry, details),
      },
    ]
  })
}

/** Returns the amount of an entry or of one of its transactions. */
const amountOf = (of: XmlElement): XmlElement | undefined =>
  [...elementsAt(of, 'Amt'), ...elementsAt(of, 'AmtDtls', 'TxAmt', 'Amt')][0]

/**
 * Reads the transactions of an entry. Some banks do not tell their amounts, then the entry is one movement. Undefined
 * for one that is left out.
 */
function movementsOf(entry: Entry): (StatementMovement | undefined)[] {
  const { status, transactions } = entry
  if (status !== 'BOOK') return [undefined]
  const [only = entry.element, second] = transactions
  if (second === undefined) return [movementOf(entry, only, [only])]
  if (!transactions.every(amountOf)) return [movementOf(entry, entry.element, transactions)]
  return transactions.map((details) => movementOf(entry, details, [details]))
}

/** Reads a movement of an entry from its details. `texts`: the elements that have its purpose. */
function movementOf(entry: Entry, details: XmlElement, texts: readonly XmlElement[]): StatementMovement | undefined {
  const { bookedOn } = entry
  // Some banks book money that is taken back as a plain debit with the facts of its return.
  const isReversal = entry.isReversal || texts.some((text) => elementsAt(text, 'RtrInf').length > 0)
  const isCredit = (textAt(details, 'CdtDbtInd') || entry.direction) === 'CRDT'
  // The one transaction of an entry may tell its amount before the charges of the bank.
  const amount = (entry.transactions.length > 1 ? amountOf(details) : undefined) ?? entry.amount ?? amountOf(details)
  if (amount?.attributes['Ccy'] !== 'EUR' || (!isCredit && !isReversal)) return undefined
  const value = decimalCentsIn(amount.text)
  if (bookedOn === undefined || value === undefined) throw new StatementRefused('A movement has no day or no amount.')
  return {
    bookedOn,
    amount: isCredit ? value : -value,
    payerName: nameOf(details, 'Dbtr'),
    payerIban: payerIbanIn(textAt(details, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN')),
    purpose: texts.flatMap(purposesOf).join(' '),
    bankRef: bankRefOf(entry, details),
    isReversal,
    returned: (isCredit && returnedIn(texts)) || null,
  }
}

/** Returns the transfer of the shop that came back, by the end-to-end id or the purpose, which banks repeat. */
const returnedIn = (transactions: readonly XmlElement[]) =>
  transactions
    .flatMap((details) => [textAt(details, 'Refs', 'EndToEndId'), ...purposesOf(details)])
    .map(refundTransferIn)
    .find((transfer) => transfer !== undefined)

const nameOf = (details: XmlElement, party: 'Cdtr' | 'Dbtr') =>
  textAt(details, 'RltdPties', party, 'Nm') || textAt(details, 'RltdPties', party, 'Pty', 'Nm')

/** Placeholders of banks, in ISO 20022 and from MT940, for a reference that they do not tell. */
const NO_REFERENCE = ['', 'NOTPROVIDED', 'NONREF']

/** Returns the bank's own reference at a path. Null for none, and for a placeholder, which all movements share. */
function bankRefIn(from: XmlElement, ...path: readonly string[]): string | null {
  const reference = textAt(from, ...path)
  return NO_REFERENCE.includes(reference.toUpperCase()) ? null : reference
}

const bankRefOf = (entry: Entry, details: XmlElement) => bankRefIn(details, 'Refs', 'AcctSvcrRef') ?? entry.bankRef

const purposesOf = (details: XmlElement): string[] =>
  [
    ...elementsAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...elementsAt(details, 'RmtInf', 'Ustrd'),
    ...elementsAt(details, 'AddtlTxInf'),
  ].map((element) => element.text.trim())

/** Lists the elements at a path of names without prefixes. */
function elementsAt(from: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) =>
      found.flatMap(({ children }) =>
        children.filter(
          (child): child is XmlElement => child instanceof XmlElement && child.name.split(':').at(-1) === name,
        ),
      ),
    [from],
  )
}

/** Returns the text of the first element at a path; '' without one, and if it has elements of its own. */
function textAt(from: XmlElement, ...path: readonly string[]): string {
  const [element] = elementsAt(from, ...path)
  return element === undefined || element.children.some((child) => child instanceof XmlElement)
    ? ''
    : element.text.trim()
}
