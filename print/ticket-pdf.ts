import type { jsPDF } from 'jspdf'
import { encodeQR } from 'qr'
import type { Sheet, SheetColumn, SheetFold } from '#domain/ticket-sheet/sheet.ts'
import { colors, type FontFiles, lineStep, linesOf, newDocument, setLook, write } from './document.ts'

/** The sizes to try until the texts of a column fit, relative to the sizes of the layout. */
const SMALLEST = 0.25
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, SMALLEST]
/** The part of a line that stands above its baseline. */
const ASCENT = 0.78

/** Draws one page for each sheet. Throws without sheets. */
export function ticketPdf(sheets: readonly Sheet[], title: string, fonts: FontFiles): jsPDF {
  const [first, ...others] = sheets
  if (!first) throw new RangeError('A document needs a page')
  const doc = newDocument(fonts, title, first)
  drawSheet(doc, first)
  for (const sheet of others) {
    doc.addPage([sheet.width, sheet.height], 'portrait')
    drawSheet(doc, sheet)
  }
  return doc
}

function drawSheet(doc: jsPDF, { width, columns, folds, code }: Sheet): void {
  doc.setFillColor(colors.accent).rect(0, 0, width, 2.2, 'F')
  for (const fold of folds) drawFold(doc, fold)
  for (const column of columns) drawColumn(doc, column)
  drawCode(doc, code)
}

function drawFold(doc: jsPDF, { from, to }: SheetFold): void {
  doc.setDrawColor(colors.line).setLineWidth(0.2).setLineDashPattern([2, 2], 0)
  doc.line(...from, ...to)
  doc.setLineDashPattern([], 0)
}

function drawColumn(doc: jsPDF, column: SheetColumn): void {
  const scale = SCALES.find((each) => heightOf(doc, column, each) <= column.height) ?? SMALLEST
  let { y } = column
  for (const { text, size, gap = 0, isBold = false, isSoft = false } of column.texts) {
    const look = { size: size * scale, bold: isBold, color: isSoft ? colors.soft : colors.ink, width: column.width }
    const rise = lineStep(look.size) * ASCENT
    y = write(doc, text, [column.x, y + gap + rise], look) - rise
  }
}

function heightOf(doc: jsPDF, { texts, width }: SheetColumn, scale: number): number {
  let height = 0
  for (const { text, size, gap = 0, isBold = false } of texts) {
    setLook(doc, { size: size * scale, bold: isBold })
    height += gap + linesOf(doc, text, width).length * lineStep(size * scale)
  }
  return height
}

/** Draws a QR code as one path, so that no reader sees seams between its modules. */
function drawCode(doc: jsPDF, { x, y, width, text }: Sheet['code']): void {
  const rows = modulesOf(text)
  const module = width / rows.length
  doc.setFillColor('#000000')
  for (const [down, row] of rows.entries()) {
    let run = 0
    for (const [across, isDark] of [...row, false].entries()) {
      if (isDark) run += 1
      else if (run > 0) {
        doc.rect(x + (across - run) * module, y + down * module, run * module, module, null)
        run = 0
      }
    }
  }
  doc.fill()
}

/** Encodes a text as the modules of a QR code without margin. */
function modulesOf(text: string): boolean[][] {
  // The library needs a margin of at least one module.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  return rows.slice(1, -1).map((row) => row.slice(1, -1))
}
