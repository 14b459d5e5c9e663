import { createHash } from 'node:crypto'
import type { CheckedStatement } from '#contract/admin-bank-statements.ts'
import { findingOf, numberEqualMovements, type Statement, type StatementMovement } from '#domain/bank-movements.ts'
import { refundOfReference } from '#domain/credit-transfer-file.ts'
import { creditorReferencesIn } from '#domain/creditor-reference.ts'
import type { PaymentId } from '#domain/ids.ts'
import { TRANSFER_REFERENCE_DIGITS } from '#domain/manual-payments.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectTransferredRefunds } from '../payments/refund-files.sql.ts'
import { type FoundMovement, selectStoredMovements, selectTransfers } from './bank-movements.sql.ts'
import { readStatement } from './read-statement.ts'

type Context = Pick<AppContext, 'db' | 'settings'>

/** Reads a statement and tells what its movements mean, without storing anything. */
export async function checkStatement({ db, settings }: Context, file: Buffer): Promise<CheckedStatement> {
  const { account, ...statement } = readOwnStatement(settings, file)
  const movements = await findMovements(db, account, statement)
  const transfers = await findSentTransfers(db, account, statement)
  return {
    format: statement.format,
    skipped: statement.skipped + statement.sent.length - transfers.length,
    refunds: transfers.filter(({ isKnown }) => !isKnown).length,
    movements: doublesNamed(movements),
  }
}

/** Names the movements that the booking will find paid by an earlier one of the same file. */
function doublesNamed(movements: readonly FoundMovement[]): FoundMovement[] {
  const paid = new Set<PaymentId>()
  return movements.map((movement) => {
    const { paymentId, finding, isKnown } = movement
    if (isKnown || finding !== 'EXACT' || paymentId === null) return movement
    if (paid.has(paymentId)) return { ...movement, finding: 'DOUBLE' }
    paid.add(paymentId)
    return movement
  })
}

/** Finds the transfers of refunds of this shop in a statement, and tells which are stored already. */
export async function findSentTransfers(db: Db | Tx, account: string, { sent }: Pick<Statement, 'sent'>) {
  const named = sent.flatMap((transfer) => {
    const ids = refundOfReference(transfer.reference)
    const fingerprint = fingerprintOf([account, transfer.bookedOn, -transfer.amount, transfer.reference])
    return ids ? [{ ...transfer, ...ids, fingerprint }] : []
  })
  const refunds = await selectTransferredRefunds(
    db,
    named.map(({ refundId }) => refundId),
  )
  return numberMovements(
    db,
    named.filter(({ refundId }) => refunds.has(refundId)),
  )
}

/** Reads a statement of the shop's account. Throws `statement_refused` for any other file. */
export function readOwnStatement({ bankAccount }: Context['settings'], file: Buffer): Statement & { account: string } {
  if (!bankAccount) throw problem('statement_refused', { reason: 'The shop has no bank account: set BANK_IBAN.' })
  const { iban: account } = bankAccount
  const { movements, ...statement } = readStatement(file, account)
  return { ...statement, account, movements: movements.map((movement) => withoutOwnAccount(movement, account)) }
}

/** Drops the shop's account as the payer's: some files have a column of IBANs that names the account itself. */
function withoutOwnAccount(movement: StatementMovement, account: string): StatementMovement {
  return movement.payerIban === account ? { ...movement, payerIban: null } : movement
}

/**
 * Finds the payments that the movements of a statement name, and which movements are stored already. `others` are keys
 * of movements that are another one than the stored one that they equal. A key that is stored by now changes nothing.
 */
export async function findMovements(
  db: Db | Tx,
  account: string,
  { movements }: Pick<Statement, 'movements'>,
  others: readonly string[] = [],
): Promise<FoundMovement[]> {
  const named = movements.map((movement) => ({
    movement,
    references: creditorReferencesIn(movement.purpose, TRANSFER_REFERENCE_DIGITS),
  }))
  const transfers = await selectTransfers(
    db,
    named.flatMap(({ references }) => references),
  )
  const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]))
  const found = named.map(({ movement, references }) => {
    const payment = references.map((reference) => byReference.get(reference)).find((known) => known !== undefined)
    const reference = payment?.reference ?? references[0] ?? null
    // Some files name no accounts, and names are written in many ways. A reference tells more than both.
    const payer = movement.payerIban ?? plain(movement.payerName)
    const cause = reference === null ? [payer, plain(movement.purpose)] : [reference]
    const fingerprint = fingerprintOf([account, movement.bookedOn, movement.amount, ...cause])
    return {
      ...{ ...movement, fingerprint, reference },
      ...{ paymentId: payment?.id ?? null, finding: findingOf(movement, payment) },
    }
  })
  return numberMovements(db, found, others)
}

/** Tells which of the movements of a file are stored already, and numbers equal ones. */
async function numberMovements<Movement extends { fingerprint: string; bankRef: string | null }>(
  db: Db | Tx,
  found: readonly Movement[],
  others: readonly string[] = [],
) {
  const stored = await selectStoredMovements(
    db,
    found.map(({ fingerprint }) => fingerprint),
  )
  const storedOf = Map.groupBy(stored, ({ fingerprint }) => fingerprint)
  return [...Map.groupBy(found, ({ fingerprint }) => fingerprint)].flatMap(([fingerprint, equal]) => {
    const bankRefs = equal.map(({ bankRef }) => bankRef)
    const numbers = numberEqualMovements(bankRefs, storedOf.get(fingerprint) ?? [])
    return equal.map((movement, index) => {
      const { ordinal = index, isKnown = false, otherOrdinal = null } = numbers[index] ?? {}
      const otherKey = otherOrdinal === null ? null : `${fingerprint}-${otherOrdinal}`
      return otherOrdinal !== null && otherKey !== null && others.includes(otherKey)
        ? { ...movement, ordinal: otherOrdinal, isKnown: false, otherKey: null }
        : { ...movement, ordinal, isKnown, otherKey }
    })
  })
}

/** Hashes what every file tells of a movement. */
const fingerprintOf = (facts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')

/** Leaves of a text what all formats of a bank agree on. */
const plain = (text: string) => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
