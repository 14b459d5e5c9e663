/** Estimated widths and heights of the poster typeface, in its font size. */
const LETTER_WIDTH = 0.56
const WIDE_LETTER_WIDTH = 1.05
const LINE_HEIGHT = 1.1

/** The part of a line that words leave empty where it breaks. */
const EMPTY_SHARE = 0.35

/** Longer words are broken instead of shrunk. */
const MAX_WORD_LENGTH = 20

/** The margin of the title in percent of the poster's width. */
const MARGIN = 8

/** Calculates the largest font size at which a title fits on a poster, in percent of the poster's width. */
export function fittingTitleSize(title: string, ratio: number): number {
  const width = 100 - 2 * MARGIN
  const height = 100 / ratio - 2 * MARGIN
  const inSquare = Math.sqrt((width * height) / (widthOf(title) * LINE_HEIGHT * (1 + EMPTY_SHARE)))
  const longestWord = Math.max(1, ...title.split(/\s+/u).map((word) => word.length))
  return Math.min(inSquare, width / (LETTER_WIDTH * 1.1 * Math.min(longestWord, MAX_WORD_LENGTH)))
}

/** Estimates the width of a text on one line. Chinese letters, emojis and their like are twice as wide as others. */
function widthOf(text: string): number {
  let width = LETTER_WIDTH
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) < 0x1100 ? LETTER_WIDTH : WIDE_LETTER_WIDTH
  return width
}
