import { decimal, withoutFormulaSigns } from './csv.ts'

/** Numbers by which a tax adviser's DATEV system knows the shop, and the accounts to post to. */
export type DatevSettings = {
  readonly consultant: number
  readonly client: number
  readonly accountLength: number
  /** The account that customers' payments and refunds pass through. */
  readonly paymentAccount: string
  /** Revenue accounts by VAT rate in percent, which know their VAT by themselves. */
  readonly revenueAccounts: ReadonlyMap<number, string>
}

/** An amount of one VAT rate on an invoice, in cents. Negative on refunds. */
export type Posting = {
  readonly cents: number
  readonly vatPercent: number
  readonly invoiceNumber: string
  /** The day of the invoice, such as `2026-11-22`. */
  readonly day: string
  readonly text: string
}

/** The columns of a batch of postings, format version 13. The names of DATEV. */
const COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1'],
  ...['Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank'],
  ...['Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...pairs('Beleginfo', 8),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...pairs('Zusatzinformation', 20),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum'],
  ...['Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land'],
  ...['Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)'],
  ...['Abw. Skontokonto'],
]

function pairs(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => [
    `${name} - Art ${index + 1}`,
    `${name} - Inhalt ${index + 1}`,
  ]).flat()
}

const LINE_END = '\r\n'
const TEXT_LENGTH = 60

type Batch = { readonly from: string; readonly to: string; readonly createdAt: Date }

/** Writes the two lines before the postings: header version 700 of category 21, and the names of the columns. */
export function datevHead(
  { consultant, client, accountLength }: DatevSettings,
  { from, to, createdAt }: Batch,
): string {
  const created = createdAt.toISOString().replaceAll(/\D/g, '')
  const fields = [
    ...[text('EXTF'), 700, 21, text('Buchungsstapel'), 13, created, '', text('FO'), text(''), text('')],
    ...[consultant, client, `${from.slice(0, 4)}0101`, accountLength, digits(from), digits(to)],
    ...[text(`Foyer ${from.slice(0, 7)}`), text(''), 1, 0, 0, text('EUR'), '', text(''), '', '', text(''), '', ''],
    ...[text(''), text('')],
  ]
  return fields.join(';') + LINE_END + COLUMNS.join(';') + LINE_END
}

/**
 * Writes one posting: the payment account is debited by a sale and credited by a refund, against the revenue account of
 * the VAT rate.
 */
export function datevLine({ paymentAccount, revenueAccounts }: DatevSettings, posting: Posting): string {
  const { cents, vatPercent, invoiceNumber, day, text: words } = posting
  const fields = [
    ...[decimal(Math.abs(cents)), text(cents < 0 ? 'H' : 'S'), text('EUR'), '', '', text('')],
    ...[paymentAccount, revenueAccounts.get(vatPercent) ?? '', text(''), day.slice(8) + day.slice(5, 7)],
    ...[text(invoiceNumber), text(''), '', text(withoutFormulaSigns(words).slice(0, TEXT_LENGTH))],
  ]
  return [...fields, ...Array.from({ length: COLUMNS.length - fields.length }, () => '')].join(';') + LINE_END
}

const digits = (day: string) => day.replaceAll('-', '')
const text = (value: string) => `"${value.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('"', '""')}"`

/** Characters of Windows-1252 between 0x80 and 0x9F, in this order. Blanks are unused. */
const SPECIAL = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Encodes text as Windows-1252. Other letters lose their accents, or become question marks. */
export function windows1252(value: string): Uint8Array {
  return Uint8Array.from(Array.from(value).flatMap((character) => bytesOf(character)))
}

function bytesOf(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return [code]
  const special = character === ' ' ? -1 : SPECIAL.indexOf(character)
  if (special >= 0) return [0x80 + special]
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain === character ? [0x3f] : Array.from(plain).flatMap(bytesOf)
}
