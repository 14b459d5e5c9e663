import type { jsPDF } from 'jspdf'

/** Tells whether the current font contains every character of a text. */
export function hasLetters(doc: jsPDF, text: string): boolean {
  const font = doc.getFont().metadata as { characterToGlyph: (code: number) => number }
  return [...text].every(
    (letter) => letter === '\n' || (letter.length === 1 && font.characterToGlyph(letter.charCodeAt(0)) > 0),
  )
}

/** Wraps a text at its line breaks and between words, and a word that does not fit alone between letters. */
export function wrapped(text: string, fits: (line: string) => boolean): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    for (const piece of segments(paragraph, 'word').flatMap((word) =>
      fits(word.trimEnd()) ? [word] : segments(word, 'grapheme'),
    )) {
      const longer = `${lines.at(-1)}${piece}`
      if (longer === piece || fits(longer.trimEnd())) lines.splice(-1, 1, longer)
      else lines.push(piece.trimStart())
    }
    return lines
  })
}

// Creating one takes longer than splitting a line.
const segmenters = {
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
}

/** Splits a text into words and what stands between them, or into what a reader calls letters. */
export function segments(text: string, granularity: keyof typeof segmenters): string[] {
  return Array.from(segmenters[granularity].segment(text), ({ segment }) => segment)
}
