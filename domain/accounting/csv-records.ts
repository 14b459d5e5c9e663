/** One record of a file, with the number of its first line. */
export type CsvRecord = { line: number; cells: string[] }

/** The optional first line of a spreadsheet that names the cell separator. */
const SEPARATOR_LINE = /^("?)sep=([,;\t])\1(?:\r\n?|\n|$)/i

/**
 * Reads the records of a CSV text (RFC 4180), without empty lines. Cells are separated by the separator in a line
 * `sep=;` before them, or else by the most frequent comma, semicolon or tab in the first line. Stops after the first
 * `most` records. Throws a RangeError for an unclosed quote.
 */
export function csvRecords(text: string, { most = Infinity } = {}): { separator: string; records: CsvRecord[] } {
  const [separatorLine = '', , namedSeparator] = SEPARATOR_LINE.exec(text) ?? []
  const separator = namedSeparator ?? separatorOf(text.slice(0, text.search(/[\r\n]|$/)))
  const records: CsvRecord[] = []
  let line = separatorLine === '' ? 1 : 2
  let record: CsvRecord = { line, cells: [] }
  let at = separatorLine.length

  const cell = (): string => {
    if (text[at] !== '"') {
      const from = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
      return text.slice(from, at).trim()
    }
    let value = ''
    for (;;) {
      const close = text.indexOf('"', at + 1)
      if (close < 0) throw new RangeError(`line ${record.line}: a quote is opened and never closed.`)
      value += text.slice(at + 1, close)
      at = close + 1
      if (text[at] !== '"') break
      value += '"'
    }
    line += value.split('\n').length - 1
    while (at < text.length && text[at] === ' ') at += 1
    return value.trim()
  }

  while (at < text.length && records.length < most) {
    record.cells.push(cell())
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
      throw new RangeError(`line ${line}: there is text behind a closing quote.`)
    }
    if (record.cells.some((value) => value !== '')) records.push(record)
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    record = { line, cells: [] }
  }
  if (record.cells.some((value) => value !== '')) records.push(record)
  return { separator, records }
}

function separatorOf(header: string): string {
  const countOf = (separator: string) => header.split(separator).length
  return [';', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best), ',')
}
