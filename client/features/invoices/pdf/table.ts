import type { jsPDF } from 'jspdf'
import { autoTable, type Cell, type CellHookData, type Styles } from 'jspdf-autotable'
import { documentTexts as texts } from '../invoices.texts.ts'
import { a4, colors, FONT, linesOf, printable, writeLine } from '#print/document.ts'
import { hasLetters } from '#print/letters.ts'

type Table = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  columns: readonly Partial<Styles>[]
  y: number
  left?: number
  right?: number
  fontSize?: number
  /** The start of the table on its further pages. */
  top?: number
}

const RULE = 0.2
const HEAD_RULE = 0.35
/** The first baseline of a row: line height minus font size. */
const ROW_RATIO = 1.15

/** Draws a table and returns its lower end. Throws if a row and the header differ in length. */
export function drawTable(doc: jsPDF, table: Table): number {
  const { head, rows, columns, y, left = a4.left, right = a4.right, fontSize = 9, top = 30 } = table
  if ([...rows, columns].some(({ length }) => length !== head.length)) throw new Error(texts.unequalColumns)
  let end = y
  autoTable(doc, {
    theme: 'plain',
    startY: y,
    margin: { left, right: a4.width - right, top, bottom: a4.height - a4.bottom },
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
    ...picturing(doc, fontSize),
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end
    },
  })
  return end
}

/** Handles cells with characters that the font lacks: wraps and draws them outside the table library. */
function picturing(doc: jsPDF, fontSize: number) {
  const linesIn = new Map<Cell, string[]>()
  return {
    didParseCell({ cell, section }: CellHookData) {
      doc.setFont(FONT, 'normal').setFontSize(fontSize)
      const text = cell.text.join('\n')
      const width = Number(cell.styles.cellWidth) - cell.padding('horizontal')
      if (section !== 'body' || hasLetters(doc, text) || Number.isNaN(width)) return
      cell.text = linesOf(doc, text, width)
      cell.styles.overflow = 'visible'
      linesIn.set(cell, cell.text)
    },
    willDrawCell({ cell }: CellHookData) {
      if (linesIn.has(cell)) cell.text = []
    },
    didDrawCell({ cell }: CellHookData) {
      const size = doc.getFontSize() / doc.internal.scaleFactor
      const first = cell.y + cell.padding('top') + size * (2 - ROW_RATIO)
      for (const [index, line] of (linesIn.get(cell) ?? []).entries())
        writeLine(doc, line, [cell.x + cell.padding('left'), first + index * size * doc.getLineHeightFactor()])
    },
  }
}
