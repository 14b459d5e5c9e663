import type { jsPDF } from 'jspdf'
import { documentTexts as texts } from './invoices.texts.ts'
import { documentOf, type InvoiceDocument, type Line } from './pdf/invoice-document.ts'
import { colors, type FontFiles, linesOf, newDocument, rule, a4, write } from '#print/document.ts'
import { drawTable } from './pdf/table.ts'
import type { Invoice } from './shown-invoice.ts'

const MIDDLE = 118
const TOTALS_LEFT = 122

/** Draws an invoice as an A4 document (specification, section 9) and names its file. */
export function invoicePdf(invoice: Invoice, fonts: FontFiles): { fileName: string; doc: jsPDF } {
  const content = documentOf(invoice)
  const doc = newDocument(fonts, content.title)
  const afterAddress = drawLetterhead(doc, content)
  write(doc, content.title, [a4.left, afterAddress + 14], { size: 18, bold: true, color: colors.accent })
  const afterTable = drawTable(doc, { ...content.table, columns: itemColumns, y: afterAddress + 20 })
  drawSums(doc, content, afterTable)
  drawEveryPage(doc, content)
  return { fileName: content.fileName, doc }
}

const itemColumns = [
  { cellWidth: 10 },
  { halign: 'right', cellWidth: 12 },
  { cellWidth: 89 },
  { halign: 'right', cellWidth: 26 },
  { halign: 'right', cellWidth: 17 },
  { halign: 'right', cellWidth: 16 },
] as const

/** Draws seller, customer and facts. Returns the lowest y. */
function drawLetterhead(doc: jsPDF, { seller, customer, facts }: InvoiceDocument): number {
  let y = write(doc, seller.name, [a4.left, 21], { size: 15, bold: true, width: 170 })
  for (const line of seller.lines.filter(Boolean)) {
    y = write(doc, line, [a4.left, y - 1], { size: 8.5, color: colors.soft, width: 170 }) + 1
  }
  const top = Math.max(y + 12, 54)
  return Math.max(drawCustomer(doc, customer, top), drawFacts(doc, facts, top), 84)
}

function drawCustomer(doc: jsPDF, customer: readonly string[], top: number): number {
  let y = write(doc, texts.billTo, [a4.left, top], { size: 8, color: colors.soft }) + 1.6
  for (const line of customer) y = write(doc, line, [a4.left, y], { size: 10.5, width: 86 })
  return y
}

function drawFacts(doc: jsPDF, facts: readonly Line[], top: number): number {
  let y = top
  for (const { label, value } of facts) {
    write(doc, label, [MIDDLE, y], { color: colors.soft })
    y = write(doc, value, [a4.right, y], { align: 'right' }) + 0.6
  }
  return y
}

/** Draws totals on the right, VAT by rate on the left and the note below, all on one page. */
function drawSums(doc: jsPDF, { totals, rates, note }: InvoiceDocument, afterTable: number): void {
  const height = Math.max(totals.length * 7 + 12, rates.length * 7 + 18) + 14
  let top = afterTable + 6
  if (top + height > a4.bottom) {
    doc.addPage()
    top = 32
  }
  const afterTotals = drawTotals(doc, totals, top)
  const afterRates = rates.length > 0 ? drawRates(doc, rates, top) : top
  if (note) drawNote(doc, note, Math.max(afterTotals, afterRates) + 8)
}

function drawTotals(doc: jsPDF, totals: readonly Line[], top: number): number {
  let y = top + 4
  for (const { label, value, detail, isMain = false } of totals) {
    if (isMain) {
      doc.setFillColor(colors.tint).rect(TOTALS_LEFT, y - 4.2, a4.right - TOTALS_LEFT, 9, 'F')
      y += 1.8
    }
    const look = isMain ? { size: 12, bold: true, color: colors.accent } : {}
    write(doc, label, [TOTALS_LEFT + 2, y], look)
    write(doc, value, [a4.right - 1.5, y], { ...look, align: 'right' })
    y += isMain ? 9.2 : 6
    if (detail) y = write(doc, detail, [a4.right - 1.5, y - 1.6], { size: 8, color: colors.soft, align: 'right' })
  }
  return y
}

function drawRates(doc: jsPDF, rates: readonly string[][], top: number): number {
  write(doc, texts.ratesTitle, [a4.left + 1.5, top + 4], { size: 8.5, bold: true, color: colors.soft })
  const right = { halign: 'right' } as const
  return drawTable(doc, {
    head: texts.rateColumns,
    rows: rates,
    columns: [{ cellWidth: 14 }, right, right, right],
    y: top + 5.5,
    right: 110,
    fontSize: 8.5,
  })
}

function drawNote(doc: jsPDF, note: string, top: number): void {
  const width = a4.right - a4.left
  doc.setFillColor(colors.accent).rect(a4.left, top, 0.9, 7.4, 'F')
  write(doc, note, [a4.left + 4, top + 4.8], { size: 9, width: width - 8 })
}

/** Draws the bar, the footer and, from the second page on, the title on every page. */
function drawEveryPage(doc: jsPDF, { title, seller }: InvoiceDocument): void {
  const count = doc.getNumberOfPages()
  for (let page = 1; page <= count; page += 1) {
    doc.setPage(page)
    doc.setFillColor(colors.accent).rect(0, 0, a4.width, 2.2, 'F')
    if (page > 1) {
      write(doc, title, [a4.left, 18], { size: 9, bold: true, color: colors.soft })
      rule(doc, 21)
    }
    drawFoot(doc, seller, texts.page(page, count))
  }
}

function drawFoot(doc: jsPDF, seller: InvoiceDocument['seller'], page: string): void {
  rule(doc, 276)
  write(doc, texts.footer, [a4.left, 281], { size: 8, color: colors.soft })
  write(doc, page, [a4.right, 281], { size: 8, color: colors.soft, align: 'right' })
  doc.setFontSize(7.5)
  const [imprint = ''] = linesOf(doc, [seller.name, ...seller.lines].filter(Boolean).join(' · '), 170)
  write(doc, imprint, [a4.left, 285.5], { size: 7.5, color: colors.soft })
}
