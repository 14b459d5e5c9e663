import type { jsPDF } from 'jspdf'

// Lines with characters that the invoice's font lacks (漢字, עברית, 🎭) are drawn by the browser and embedded as
// pictures.

const PIXELS_PER_MM = 16
const POINTS_PER_MM = 72 / 25.4
/** The extent of letters of any script above and below the baseline, in font sizes. */
const ABOVE = 1.3
const BELOW = 0.5

/** Tells whether the current font contains every character of a text. */
export function hasLetters(doc: jsPDF, text: string): boolean {
  const font = doc.getFont().metadata as { characterToGlyph: (code: number) => number }
  return [...text].every(
    (letter) => letter === '\n' || (letter.length === 1 && font.characterToGlyph(letter.charCodeAt(0)) > 0),
  )
}

/** Wraps a text at a width in millimetres, measured by the browser. */
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

/** Draws a line in the current style with its baseline at `y`. */
export function drawPicturedLine(
  doc: jsPDF,
  line: string,
  [x, y]: readonly [x: number, y: number],
  align: 'left' | 'right',
): void {
  const { canvas, context, look, size } = newCanvas(doc)
  canvas.width = Math.max(1, Math.ceil(context.measureText(line).width))
  canvas.height = Math.ceil(size * (ABOVE + BELOW))
  // Resizing a canvas resets its style.
  Object.assign(context, look)
  context.fillText(line, 0, size * ABOVE)
  const [width, height] = [canvas.width / PIXELS_PER_MM, canvas.height / PIXELS_PER_MM]
  const left = align === 'right' ? x - width : x
  doc.addImage(canvas, 'PNG', left, y - (size * ABOVE) / PIXELS_PER_MM, width, height, undefined, 'FAST')
}

/** Creates a canvas with the document's font, size and colour. */
function newCanvas(doc: jsPDF) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas.')
  const size = (doc.getFontSize() / POINTS_PER_MM) * PIXELS_PER_MM
  const weight = doc.getFont().fontStyle === 'bold' ? 700 : 400
  const look = { font: `${weight} ${size}px sans-serif`, fillStyle: doc.getTextColor() }
  return { canvas, context: Object.assign(context, look), look, size }
}
