import { numberText } from '#domain/number-text.ts'
import { StatementRefused } from './statement-refused.ts'

/** Limits the entries of one file, most of which may be outgoing money. Reading many more keeps the server busy. */
export const MAX_ENTRIES = 20_000

/** Throws `StatementRefused` for a file of more entries, which a CSV has in lines. */
export function limitEntries(count: number, name: 'entries' | 'lines'): void {
  if (count <= MAX_ENTRIES) return
  throw new StatementRefused(`The file has more than ${numberText(MAX_ENTRIES)} ${name}. Please split it.`)
}
