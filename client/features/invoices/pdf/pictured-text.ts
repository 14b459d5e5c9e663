import type { jsPDF } from 'jspdf'

// Letters that the invoice's font lacks (漢字, עברית, 🎭) are left to the browser, which has fonts for them: it draws their
// line, and the line stands in the document as a picture.

const PIXELS_PER_MM = 16
const POINTS_PER_MM = 72 / 25.4
/** How far letters of any alphabet reach above and below their base line, in sizes. */
const ABOVE = 1.3
const BELOW = 0.5

/** Whether the font that is set has every letter of a text. */
export function hasLetters(doc: jsPDF, text: string): boolean {
  const font = doc.getFont().metadata as { characterToGlyph: (code: number) => number }
  return [...text].every(
    (letter) => letter === '\n' || (letter.length === 1 && font.characterToGlyph(letter.charCodeAt(0)) > 0),
  )
}

/** The lines, no wider than so many millimetres, that a text breaks into when the browser draws it. */
export function picturedLines(doc: jsPDF, text: string, width: number): string[] {
  const { context } = newCanvas(doc)
  const fits = (line: string) => context.measureText(line.trimEnd()).width <= width * PIXELS_PER_MM
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const piece of segments(paragraph, 'word').flatMap((word) =>
      fits(word) ? [word] : segments(word, 'grapheme'),
    )) {
      const longer = `${lines.at(-1)}${piece}`
      if (longer === piece || fits(longer)) lines.splice(-1, 1, longer)
      else lines.push(piece.trimStart())
    }
    return lines
  })
}

function segments(text: string, granularity: 'word' | 'grapheme'): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment)
}

/** Draws a line in the look that is set, with its base line at `y`. */
export function drawPicturedLine(
  doc: jsPDF,
  line: string,
  [x, y]: readonly [x: number, y: number],
  align: 'left' | 'right',
): void {
  const { canvas, context, look, size } = newCanvas(doc)
  canvas.width = Math.max(1, Math.ceil(context.measureText(line).width))
  canvas.height = Math.ceil(size * (ABOVE + BELOW))
  // A canvas forgets its look when its size changes.
  Object.assign(context, look)
  context.fillText(line, 0, size * ABOVE)
  const [width, height] = [canvas.width / PIXELS_PER_MM, canvas.height / PIXELS_PER_MM]
  const left = align === 'right' ? x - width : x
  doc.addImage(canvas, 'PNG', left, y - (size * ABOVE) / PIXELS_PER_MM, width, height, undefined, 'FAST')
}

/** A canvas with the font, size and colour that are set in the document; the size in its own pixels. */
function newCanvas(doc: jsPDF) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas.')
  const size = (doc.getFontSize() / POINTS_PER_MM) * PIXELS_PER_MM
  const weight = doc.getFont().fontStyle === 'bold' ? 700 : 400
  const look = { font: `${weight} ${size}px sans-serif`, fillStyle: doc.getTextColor() }
  return { canvas, context: Object.assign(context, look), look, size }
}
