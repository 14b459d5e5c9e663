/** One record of a file, and the line it begins in. */
export type CsvRecord = { line: number; cells: string[] }

/** The first line of a spreadsheet that says what separates its cells, and no more. */
const SEPARATOR_LINE = /^("?)sep=([,;\t])\1(?:\r\n?|\n|$)/i

/**
 * The records of a text of cells (RFC 4180): separated by what the line `sep=;` before them says, else by the comma,
 * semicolon or tab that the first line has most of; in quotes or without; empty lines are none. Throws a RangeError for
 * a quote that is never closed.
 */
export function csvRecords(text: string): { separator: string; records: CsvRecord[] } {
  const [said = '', , saidSeparator] = SEPARATOR_LINE.exec(text) ?? []
  const separator = saidSeparator ?? separatorOf(text.slice(0, text.search(/[\r\n]|$/)))
  const records: CsvRecord[] = []
  let line = said === '' ? 1 : 2
  let record: CsvRecord = { line, cells: [] }
  let at = said.length

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

  while (at < text.length) {
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
  const often = (separator: string) => header.split(separator).length
  return [';', '\t'].reduce((best, other) => (often(other) > often(best) ? other : best), ',')
}
