import { centsIn, dayIn, type Statement, type StatementMovement } from '#domain/payments/bank-movements.ts'
import { refundTransferIn } from '#domain/payments/credit-transfer-file.ts'
import { csvRecords } from '#domain/accounting/csv-records.ts'
import { limitEntries, MAX_ENTRIES } from './limit-entries.ts'
import { payerIbanIn } from './payer-iban.ts'
import { StatementRefused } from './statement-refused.ts'

/** The headings of banks for each column, in lower case and without anything but letters, best first. */
const HEADINGS = {
  bookedOn: ['buchungstag', 'buchungsdatum', 'bookingdate', 'buchung', 'datum', 'date', 'datecompletedutc'],
  amount: ['betrag', 'betrageur', 'betragineur', 'umsatz', 'umsatzineur', 'amount', 'amounteur'],
  payerName: [
    ...['namezahlungsbeteiligter', 'beguenstigterzahlungspflichtiger', 'zahlungspflichtiger', 'zahlungspflichtigerr'],
    ...['auftraggeberempfänger', 'auftraggeberempfnger', 'auftraggeber', 'partnername', 'partner', 'payer', 'name'],
  ],
  payerIban: ['ibanzahlungsbeteiligter', 'kontonummeriban', 'partneriban', 'ibanauftraggeber', 'iban', 'payeriban'],
  purpose: [
    ...['verwendungszweck', 'zahlungsreferenz', 'buchungsinfo', 'paymentreference', 'reference', 'buchungstext'],
    ...['buchungsdetails', 'remittanceinformation', 'description', 'text'],
  ],
  status: ['status', 'state', 'buchungsstatus', 'umsatzstatus', 'info'],
  /** Some banks write amounts without a sign, and debits and credits in another column, which may have no name. */
  side: [
    ...['sollhaben', 'sh', 'debitcredit', 'creditdebit', 'drcr', 'crdr', 'dc', 'cd', 'creditdebitindicator'],
    ...['type', 'transactiontype', 'typ', 'umsatztyp', ''],
  ],
  currency: ['währung', 'waehrung', 'whrung', 'currency'],
} as const

type Column = keyof typeof HEADINGS

/**
 * The words of banks for money that is not on the account, in the column of the status or of the day. It may never
 * come, or on another day.
 */
const NOT_BOOKED_WORDS = [
  ...['vorgemerkt', 'vormerkung', 'offen', 'erwartet', 'geplant', 'nicht gebucht', 'abgelehnt', 'storniert'],
  ...['pending', 'scheduled', 'declined', 'reverted', 'failed'],
]
const NOT_BOOKED = new RegExp(String.raw`\b(${NOT_BOOKED_WORDS.join('|')})\b`, 'i')

/** The words of banks for a debit, and for euros. */
const DEBIT = /^(s|soll|lastschrift|d|dr|dbit|debit)$/i
const EUROS = ['', 'EUR', 'EURO', '€']

/** The lines above the header in which some banks tell the account and the period. */
const MAX_PREAMBLE = 30

/** Reads the incoming money of a bank's CSV: any order of columns, any separator, with or without lines above. */
export function readCsvStatement(text: string): Statement {
  const { header, records } = tableIn(text.replace(/^\u{FEFF}/u, ''))
  const columns = columnsIn(header)
  const all = (cells: readonly string[], column: Column) => (columns.get(column) ?? []).map((at) => cells[at] ?? '')
  const cell = (cells: readonly string[], column: Column) => all(cells, column)[0] ?? ''
  let skipped = 0
  const movements = records.flatMap(({ line, cells }): StatementMovement[] => {
    const [day, amount] = [cell(cells, 'bookedOn'), cell(cells, 'amount')]
    if (day === '' && amount === '') return []
    if (NOT_BOOKED.test(day) || NOT_BOOKED.test(cell(cells, 'status'))) {
      skipped += 1
      return []
    }
    const [bookedOn, unsigned] = [dayIn(day), centsIn(amount)]
    if (bookedOn === undefined || unsigned === undefined) {
      throw new StatementRefused(`Line ${line} has no day or no amount: “${[day, amount].join(' ').slice(0, 60)}”.`)
    }
    const isDebit = all(cells, 'side').some((side) => DEBIT.test(side))
    const cents = isDebit ? -Math.abs(unsigned) : unsigned
    if (cents <= 0 || !EUROS.includes(cell(cells, 'currency').toUpperCase())) {
      skipped += 1
      return []
    }
    const purpose = all(cells, 'purpose').find((text) => text !== '') ?? ''
    return [
      {
        ...{ bookedOn, amount: cents, payerName: cell(cells, 'payerName'), purpose },
        ...{ payerIban: payerIbanIn(cell(cells, 'payerIban')), bankRef: null, isReversal: false },
        returned: refundTransferIn(purpose) ?? null,
      },
    ]
  })
  return { format: 'CSV', account: null, movements, sent: [], skipped }
}

/** Finds the header among the first lines. The separator is that of the header, which lines above may lack. */
function tableIn(text: string) {
  const lines = text.split(/\r\n?|\n/)
  for (let skipped = 0; skipped < Math.min(MAX_PREAMBLE, lines.length); skipped += 1) {
    if (!isHeader((lines[skipped] ?? '').split(/[;,\t]/))) continue
    const [header, ...records] = csvRecords(lines.slice(skipped).join('\n'), { most: MAX_ENTRIES + 2 }).records
    limitEntries(records.length, 'lines')
    if (header && isHeader(header.cells)) {
      return { header: header.cells, records: records.map((record) => ({ ...record, line: record.line + skipped })) }
    }
  }
  throw new StatementRefused('The file has no header with the columns of the day and of the amount.')
}

function isHeader(cells: readonly string[]): boolean {
  const columns = columnsIn(cells)
  return columns.has('bookedOn') && columns.has('amount')
}

/** Returns the positions of each column that the header has, best heading first: some banks have two for a text. */
function columnsIn(header: readonly string[]): Map<Column, readonly number[]> {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-zäöüß]/g, ''))
  const found = new Map<Column, readonly number[]>()
  for (const [column, headings] of Object.entries(HEADINGS) as [Column, readonly string[]][]) {
    const positions = headings.map((known) => names.indexOf(known)).filter((position) => position >= 0)
    if (positions.length > 0) found.set(column, positions)
  }
  return found
}
