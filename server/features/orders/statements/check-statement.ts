import { createHash } from 'node:crypto'
import type { CheckedStatement } from '#contract/admin-bank-statements.ts'
import { findingOf, type Statement } from '#domain/bank-movements.ts'
import { creditorReferencesIn } from '#domain/creditor-reference.ts'
import { TRANSFER_REFERENCE_DIGITS } from '#domain/manual-payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { type FoundMovement, selectKnownMovements, selectTransfers } from './bank-movements.sql.ts'
import { readStatement } from './read-statement.ts'

type Context = Pick<AppContext, 'db' | 'settings'>

/** Reads a statement and tells what its movements mean, without storing anything. */
export async function checkStatement(context: Context, file: Buffer): Promise<CheckedStatement> {
  const { statement, found } = await findMovements(context, file)
  const known = await selectKnownMovements(
    context.db,
    found.map(({ fingerprint }) => fingerprint),
  )
  return {
    ...{ format: statement.format, skipped: statement.skipped },
    movements: found.map((movement) => ({
      ...movement,
      isKnown: known.has(`${movement.fingerprint} ${movement.ordinal}`),
    })),
  }
}

/** Reads a statement of the shop's account, and finds the payments that its movements name. */
export async function findMovements(
  { db, settings }: Context,
  file: Buffer,
): Promise<{ statement: Statement; found: FoundMovement[] }> {
  const { bankAccount } = settings
  if (!bankAccount) throw problem('statement_refused', { reason: 'The shop has no bank account: set BANK_IBAN.' })
  const statement = readStatement(file, bankAccount.iban)
  return { statement, found: await foundIn(db, bankAccount.iban, statement) }
}

async function foundIn(db: Db, account: string, { movements }: Statement): Promise<FoundMovement[]> {
  const named = movements.map((movement) => ({
    movement,
    references: creditorReferencesIn(movement.purpose, TRANSFER_REFERENCE_DIGITS),
  }))
  const transfers = await selectTransfers(
    db,
    named.flatMap(({ references }) => references),
  )
  const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]))
  const counts = new Map<string, number>()
  return named.map(({ movement, references }) => {
    const payment = references.map((reference) => byReference.get(reference)).find((known) => known !== undefined)
    const reference = payment?.reference ?? references[0] ?? null
    const fingerprint = fingerprintOf([
      ...[account, movement.bookedOn, movement.amount, movement.payerIban ?? plain(movement.payerName)],
      reference ?? plain(movement.purpose),
    ])
    const ordinal = counts.get(fingerprint) ?? 0
    counts.set(fingerprint, ordinal + 1)
    return {
      ...{ ...movement, fingerprint, ordinal, reference },
      ...{ paymentId: payment?.id ?? null, finding: findingOf(movement, payment) },
    }
  })
}

const fingerprintOf = (facts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')

/** Leaves of a text what all formats of a bank agree on. */
const plain = (text: string) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
