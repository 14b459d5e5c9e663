import { MAX_INTEGER } from '#contract/fields.ts'
import type { Statement, StatementMovement } from '#domain/payments/bank-movements.ts'
import { problem } from '#domain/problem.ts'
import { readCamt } from './read-camt.ts'
import { readCsvStatement } from './read-csv-statement.ts'
import { StatementRefused } from './statement-refused.ts'

/** Limits the movements of one file, and the transfers of refunds. A file for the bank has no more of them. */
const MAX_MOVEMENTS = 5_000
/** Banks allow 140 characters for each. An entry of several transactions has one purpose for all of them. */
const [MAX_NAME_LENGTH, MAX_PURPOSE_LENGTH] = [140, 2_000]

/**
 * Reads an account statement: CAMT.053 as XML, or the CSV of a bank. `iban` is that of the shop's account, `former` are
 * those of earlier ones. Throws `statement_refused` for anything else, and for the statement of another account.
 */
export function readStatement(file: Buffer, iban: string, former: readonly string[] = []): Statement {
  try {
    // The database stores no NUL.
    const text = textOf(file).replaceAll('\0', '')
    const statement = withStorableAmounts(/^\s*</.test(text) ? readCamt(text) : readCsvStatement(text))
    if (Math.max(statement.movements.length, statement.sent.length) > MAX_MOVEMENTS) {
      throw new StatementRefused(`The file has more than ${MAX_MOVEMENTS} movements. Please split it.`)
    }
    if (statement.account !== null && ![iban, ...former].includes(statement.account)) {
      throw new StatementRefused(`This is the statement of the account ${statement.account}, not of ${iban}.`)
    }
    return { ...statement, movements: statement.movements.map(withoutLongTexts) }
  } catch (error) {
    // A library's own sentence about a broken file is for developers.
    const reason = error instanceof StatementRefused ? error.message : 'This file is no readable account statement.'
    throw problem('statement_refused', { reason })
  }
}

/** Leaves out movements of no money, such as the closing of an account, and of more than the database stores. */
function withStorableAmounts({ movements, sent, skipped, ...statement }: Statement): Statement {
  const isStorable = ({ amount }: { amount: number }) => amount !== 0 && Math.abs(amount) <= MAX_INTEGER
  const [stored, storedSent] = [movements.filter(isStorable), sent.filter(isStorable)]
  const left = movements.length + sent.length - stored.length - storedSent.length
  return { ...statement, movements: stored, sent: storedSent, skipped: skipped + left }
}

/** Cuts texts that are longer than those of banks. A page lists many movements. */
function withoutLongTexts(movement: StatementMovement): StatementMovement {
  const payerName = movement.payerName.slice(0, MAX_NAME_LENGTH)
  return { ...movement, payerName, purpose: movement.purpose.slice(0, MAX_PURPOSE_LENGTH) }
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which banks still write. */
function textOf(file: Buffer): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}
