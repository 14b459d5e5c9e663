import type { jsPDF } from 'jspdf'
import { autoTable, type Styles } from 'jspdf-autotable'
import { documentTexts as texts } from '../invoices.texts.ts'
import { colors, FONT, printable, sheet } from './sheet.ts'

type Table = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  columns: readonly Partial<Styles>[]
  y: number
  left?: number
  right?: number
  fontSize?: number
  /** Where the table begins on the pages after its first. */
  top?: number
}

const RULE = 0.2
const HEAD_RULE = 0.35

/** Draws a table and answers where it ends. Throws when a row has not as many columns as the header. */
export function drawTable(doc: jsPDF, table: Table): number {
  const { head, rows, columns, y, left = sheet.left, right = sheet.right, fontSize = 9, top = 30 } = table
  if ([...rows, columns].some(({ length }) => length !== head.length)) throw new Error(texts.unequalColumns)
  let end = y
  autoTable(doc, {
    theme: 'plain',
    startY: y,
    margin: { left, right: sheet.width - right, top, bottom: sheet.height - sheet.bottom },
    rowPageBreak: 'avoid',
    head: [head.map((content, index) => ({ content, styles: { halign: columns[index]?.halign ?? 'left' } }))],
    body: rows.map((row) => row.map(printable)),
    styles: {
      font: FONT,
      fontSize,
      textColor: colors.ink,
      lineColor: colors.line,
      lineWidth: { bottom: RULE },
      cellPadding: { top: 2, bottom: 1.4, left: 1.5, right: 1.5 },
      overflow: 'linebreak',
    },
    headStyles: {
      fontStyle: 'bold',
      fontSize: fontSize - 1,
      textColor: colors.soft,
      lineColor: colors.ink,
      lineWidth: { bottom: HEAD_RULE },
      valign: 'bottom',
    },
    columnStyles: Object.fromEntries(columns.map((style, index) => [index, style])),
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end
    },
  })
  return end
}
