import { dateTimeText } from '../time/time-text.ts'

/** An amount in euro cents. */
type Amount = { readonly cents: number }

/** A value of a CSV file. Null, undefined and '' are empty cells. */
export type Cell = string | number | boolean | Date | Amount | null | undefined

/** The beginning of a CSV file in UTF-8, by which spreadsheets recognise the encoding. */
export const BYTE_ORDER_MARK = '\u{FEFF}'

const SEPARATOR = ';'
const LINE_END = '\r\n'

/** The signs with which a formula of a spreadsheet begins, some of them also in full width. */
const FORMULA_SIGNS = /^[=+\-@＝＋－＠]+/u

/**
 * Writes one line of a CSV file (RFC 4180). Texts that look like formulas get an apostrophe in front. Numbers have a
 * decimal comma, times are local ones of the time zone: `2026-11-22 19:30`.
 */
export function csvLine(cells: readonly Cell[], timeZone: string): string {
  return cells.map((cell) => quoted(textOf(cell, timeZone))).join(SEPARATOR) + LINE_END
}

function textOf(cell: Cell, timeZone: string): string {
  if (cell === null || cell === undefined) return ''
  switch (typeof cell) {
    case 'string':
      return isFormula(cell) ? `'${cell}` : cell
    case 'number':
      return String(cell).replace('.', ',')
    case 'boolean':
      return cell ? 'yes' : 'no'
  }
  if (cell instanceof Date) return dateTimeText(cell, timeZone).replaceAll('/', '-')
  return decimal(cell.cents)
}

/** Tells whether a spreadsheet may run a text as a formula, such as one after a line break. */
const isFormula = (text: string) => FORMULA_SIGNS.test(text) || /^[\t\r\n]/.test(text)

/** Removes the signs from the beginning of a text that make it a formula of a spreadsheet. */
export const withoutFormulaSigns = (text: string) => text.replace(FORMULA_SIGNS, '')

function quoted(text: string): string {
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats cents as euro with a decimal comma: `-1250` is `-12,50`. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}
