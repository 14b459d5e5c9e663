import { jsPDF } from 'jspdf'
import { boxedLines, drawBoxedLine } from './boxed-text.ts'
import { hasLetters } from './letters.ts'
import { drawPicturedLine, picturedLines } from './pictured-text.ts'

/** The font files of a document. */
export type FontFiles = { regular: Uint8Array; bold: Uint8Array }

/** Dimensions and margins in millimetres. */
export const a4 = { width: 210, height: 297, left: 20, right: 190, bottom: 270 }

export const FONT = 'Noto Sans'
export const colors = { ink: '#2a2320', soft: '#645952', line: '#ddd3cb', accent: '#7d1a3b', tint: '#faf6f1' }

const POINT_MM = 25.4 / 72
const LINE_HEIGHT = 1.35

type Look = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right'; width?: number }

/** Draws lines with characters that the font lacks: as pictures in a browser, and with boxes in Node. */
const missing =
  'document' in globalThis
    ? { linesOf: picturedLines, draw: drawPicturedLine }
    : { linesOf: boxedLines, draw: drawBoxedLine }

/** Creates an empty compressed document in Noto Sans with pages in portrait. `format`: millimetres. */
export function newDocument(
  { regular, bold }: FontFiles,
  title: string,
  format: { readonly width: number; readonly height: number } = a4,
): jsPDF {
  const size = [format.width, format.height]
  const doc = new jsPDF({ orientation: 'portrait', unit: 'mm', format: size, compress: true, putOnlyUsedFonts: true })
  for (const [style, file] of [
    ['normal', regular],
    ['bold', bold],
  ] as const) {
    doc.addFileToVFS(`noto-sans-${style}.ttf`, binaryText(file))
    doc.addFont(`noto-sans-${style}.ttf`, FONT, style, undefined, 'Identity-H')
  }
  doc.setFont(FONT, 'normal').setLineHeightFactor(LINE_HEIGHT).setLanguage('en')
  return doc.setDocumentProperties({ title, creator: 'Foyer' }).viewerPreferences({ DisplayDocTitle: true })
}

/** Writes text with its first baseline at `y`, wrapped at `width`. Returns the next baseline. */
export function write(doc: jsPDF, text: string, [x, y]: readonly [x: number, y: number], look: Look = {}): number {
  const { size = 9.5, align = 'left', width } = look
  setLook(doc, look)
  const lines = width === undefined ? [printable(text)] : linesOf(doc, text, width)
  const step = lineStep(size)
  for (const [index, line] of lines.entries()) writeLine(doc, line, [x, y + index * step], align)
  return y + lines.length * step
}

/** Sets weight, size and colour of the texts that follow. */
export function setLook(doc: jsPDF, { size = 9.5, bold = false, color = colors.ink }: Look): void {
  doc
    .setFont(FONT, bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(color)
}

/** Returns the distance of two baselines in millimetres. `size`: points. */
export function lineStep(size: number): number {
  return size * POINT_MM * LINE_HEIGHT
}

/** Writes one line in the current style with its baseline at `y`. */
export function writeLine(
  doc: jsPDF,
  line: string,
  [x, y]: readonly [x: number, y: number],
  align: 'left' | 'right' = 'left',
): void {
  if (hasLetters(doc, line)) doc.text(line, x, y, { align })
  else missing.draw(doc, line, [x, y], align)
}

const wrappedTexts = new WeakMap<jsPDF, Map<string, string[]>>()

/** Wraps a text in the current style. Wraps each text once: those of a show are on all of its tickets. */
export function linesOf(doc: jsPDF, text: string, width: number): string[] {
  const known = wrappedTexts.get(doc) ?? new Map<string, string[]>()
  wrappedTexts.set(doc, known)
  const key = JSON.stringify([text, width, doc.getFontSize(), doc.getFont().fontStyle])
  const lines = known.get(key) ?? newLinesOf(doc, text, width)
  known.set(key, lines)
  return lines
}

function newLinesOf(doc: jsPDF, text: string, width: number): string[] {
  const letters = printable(text)
  return hasLetters(doc, letters)
    ? (doc.splitTextToSize(letters, width) as string[])
    : missing.linesOf(doc, letters, width)
}

/** Draws a thin horizontal line. */
export function rule(doc: jsPDF, y: number, [from, to]: readonly [number, number] = [a4.left, a4.right]): void {
  doc.setDrawColor(colors.line).setLineWidth(0.2).line(from, y, to, y)
}

/** Composes letters and combining marks (NFC), as the font contains them. */
export function printable(text: string): string {
  return text.normalize('NFC')
}

const binaryTexts = new WeakMap<Uint8Array, string>()

/** Returns a font as the binary string that jsPDF takes. Converts each file once: that took a third of the drawing. */
function binaryText(bytes: Uint8Array): string {
  let text = binaryTexts.get(bytes)
  if (text === undefined) {
    text = ''
    for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
    binaryTexts.set(bytes, text)
  }
  return text
}
