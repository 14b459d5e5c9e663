import type { jsPDF } from 'jspdf'
import { wrapped } from './letters.ts'

// Lines with characters that the font of a document lacks (漢字, עברית, 🎭) are drawn by the browser and embedded as
// pictures.

const PIXELS_PER_MM = 16
const POINTS_PER_MM = 72 / 25.4
/** The extent of letters of any script above and below the baseline, in font sizes. */
const ABOVE = 1.3
const BELOW = 0.5

/** Wraps a text at a width in millimetres, measured by the browser. */
export function picturedLines(doc: jsPDF, text: string, width: number): string[] {
  const { context } = newCanvas(doc)
  return wrapped(text, (line) => context.measureText(line).width <= width * PIXELS_PER_MM)
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
