import { expect, test } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { IBAN } from '#server/testing/statement-shop.ts'
import { readStatement } from './read-statement.ts'

const HEADER = 'Buchungstag;Betrag;Verwendungszweck\n'
/** Processor time, which other programs do not lengthen. Reading all of the largest files took 2 to 13 seconds. */
const QUICK_MS = 1_500

/** Returns why a file is refused, and whether that was quick. */
function refusalOf(text: string): { reason: unknown; isQuick: boolean } {
  const file = Buffer.from(text)
  const start = process.cpuUsage()
  const isQuick = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000 < QUICK_MS
  }
  try {
    readStatement(file, IBAN)
  } catch (error) {
    const reason = error instanceof Problem && 'reason' in error.details ? error.details.reason : error
    return { reason, isQuick: isQuick() }
  }
  return { reason: undefined, isQuick: isQuick() }
}

const TOO_LONG = 'The file has more than 20,000 lines. Please split it.'
const NO_HEADER = 'The file has no header with the columns of the day and of the amount.'

test.each([
  ['movements', `${HEADER}${'1.1.26;1\n'.repeat(220_000)}`, TOO_LONG],
  ['lines without a day', `${HEADER}${'x;y\n'.repeat(490_000)}`, TOO_LONG],
  ['lines below half a header', `${'Buchungstag;Text\n'.repeat(29)}${'x;y\n'.repeat(490_000)}`, NO_HEADER],
])('refuses a file of too many %s without reading all of it', (_case, text, reason) => {
  expect(refusalOf(text)).toEqual({ reason, isQuick: true })
})

test.each(['', 'n:'])('refuses an XML file of too many entries with the prefix "%s" without reading it', (prefix) => {
  const text = `<Document><BkToCstmrStmt><Stmt>${`<${prefix}Ntry/>`.repeat(190_000)}</Stmt></BkToCstmrStmt></Document>`
  const reason = 'The file has more than 20,000 entries. Please split it.'
  expect(refusalOf(text)).toEqual({ reason, isQuick: true })
})

const DETAILS = '<TxDtls><Amt/></TxDtls>'

test.each([
  ['beside many other elements', `${'<a/>'.repeat(12_000)}<NtryDtls>${DETAILS.repeat(6_000)}</NtryDtls>`],
  ['each in details of its own', `<NtryDtls>${DETAILS}</NtryDtls>`.repeat(9_000)],
  ['beside long blanks', `<RvslInd>${' '.repeat(1_000_000)}x</RvslInd><NtryDtls>${DETAILS.repeat(9_000)}</NtryDtls>`],
])('reads an entry of thousands of transactions %s quickly', (_case, parts) => {
  const statement = `<Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct><Ntry>${parts}</Ntry></Stmt>`
  const text = `<Document><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`
  expect(refusalOf(text)).toEqual({ reason: undefined, isQuick: true })
})

test.each([
  ['400 digits', '1'.repeat(400)],
  ['a hundred millions', '99.999.999,00'],
])('leaves out a movement of %s, which pays no order', (_case, amount) => {
  const { movements, skipped } = readStatement(Buffer.from(`${HEADER}23.11.2026;${amount};rent`), IBAN)
  expect({ movements, skipped }).toEqual({ movements: [], skipped: 1 })
})
