import type { jsPDF } from 'jspdf'
import { hasLetters, segments, wrapped } from './letters.ts'

// Node has no fonts for letters that the font of a document lacks (漢字, עברית, 🎭). It draws a box for each of them.

/** A letter of the font that is as wide as a box. */
const AS_WIDE = '0'
/** The height of a box, and the space on both sides of it, in font sizes. */
const HEIGHT = 0.7
const SPACE = 0.06
const LINE_MM = 0.2

/** Wraps a text at a width in millimetres, with boxes for letters that the current font lacks. */
export function boxedLines(doc: jsPDF, text: string, width: number): string[] {
  return wrapped(text, (line) => widthOf(doc, line) <= width)
}

/** Draws a line in the current style with its baseline at `y`. */
export function drawBoxedLine(
  doc: jsPDF,
  line: string,
  [x, y]: readonly [x: number, y: number],
  align: 'left' | 'right',
): void {
  const size = doc.getFontSize() / doc.internal.scaleFactor
  let at = align === 'right' ? x - widthOf(doc, line) : x
  doc.setDrawColor(doc.getTextColor()).setLineWidth(LINE_MM)
  for (const run of runsOf(doc, line)) {
    const width = widthOf(doc, run)
    if (hasLetters(doc, run)) doc.text(run, at, y)
    else doc.rect(at + size * SPACE, y - size * HEIGHT, width - 2 * size * SPACE, size * HEIGHT)
    at += width
  }
}

/** Splits a line into runs of letters that the font has, and single ones that it lacks. */
function runsOf(doc: jsPDF, line: string): string[] {
  const runs: string[] = []
  for (const letter of segments(line, 'grapheme')) {
    const last = runs.at(-1)
    if (last !== undefined && hasLetters(doc, last + letter)) runs.splice(-1, 1, last + letter)
    else runs.push(letter)
  }
  return runs
}

function widthOf(doc: jsPDF, line: string): number {
  const shown = segments(line, 'grapheme').map((letter) => (hasLetters(doc, letter) ? letter : AS_WIDE))
  return doc.getTextWidth(shown.join(''))
}
