import type { CheckedStatement } from '#contract/admin-bank-statements.ts'
import { findingOf, type Statement, type StatementMovement } from '#domain/payments/bank-movements.ts'
import { type RefundTransfer, refundTransferIn, transferReference } from '#domain/payments/credit-transfer-file.ts'
import { creditorReferencesIn } from '#domain/payments/creditor-reference.ts'
import type { PaymentId } from '#domain/ids.ts'
import { TRANSFER_REFERENCE_DIGITS } from '#domain/payments/manual-payments.ts'
import { plainText } from '#domain/payments/match-movements.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { selectPaidTransfers } from '../payments/refund-files.sql.ts'
import { type FoundMovement, selectToldAccounts, selectTransfers } from './bank-movements.sql.ts'
import { fingerprintsOf, numberMovements } from './known-movements.ts'
import { readStatement } from './read-statement.ts'

type Context = Pick<AppContext, 'db' | 'settings'>
/** The account of a statement, then the other accounts of the shop. */
type Accounts = readonly [string, ...string[]]

/** Reads a statement and tells what its movements mean, without storing anything. */
export async function checkStatement({ db, settings }: Context, file: Buffer): Promise<CheckedStatement> {
  const { accounts, ...statement } = await readOwnStatement({ db, settings }, file)
  const movements = await findMovements(db, accounts, statement)
  const transfers = await findSentTransfers(db, accounts, statement)
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
export async function findSentTransfers(db: Db | Tx, accounts: Accounts, { sent }: Pick<Statement, 'sent'>) {
  const named = sent.flatMap((transfer) => {
    const ids = refundTransferIn(transfer.reference)
    return ids ? [{ ...transfer, ...ids }] : []
  })
  const paymentOf = await paymentsOfTransfers(db, named)
  const found = named.flatMap((transfer) => {
    const paymentId = paymentOf(transfer)
    const fingerprints = fingerprintsOf(accounts, [transfer.bookedOn, -transfer.amount, transfer.reference])
    const facts = { references: [transfer.reference], payerIban: null, payerName: '', purpose: '' }
    return paymentId ? [{ ...transfer, ...fingerprints, ...facts, paymentId }] : []
  })
  return numberMovements(db, found)
}

/** Returns the function that names the payment whose refund a transfer paid. Undefined for one that no file had. */
async function paymentsOfTransfers(db: Db | Tx, transfers: readonly RefundTransfer[]) {
  const keyOf = ({ fileId, refundId }: RefundTransfer) => transferReference(fileId, refundId)
  const paid = await selectPaidTransfers(db, transfers)
  const byReference = new Map(paid.map((transfer) => [keyOf(transfer), transfer.paymentId]))
  return (transfer: RefundTransfer) => byReference.get(keyOf(transfer))
}

/**
 * Reads a statement of the shop's account, or of a former one that customers were told. Throws `statement_refused` for
 * any other file. `accounts`: all of them, first that of the statement, or today's if the file names none.
 */
export async function readOwnStatement(
  { db, settings: { bankAccount } }: Context,
  file: Buffer,
): Promise<Statement & { accounts: Accounts }> {
  if (!bankAccount) throw problem('statement_refused', { reason: 'The shop has no bank account: set BANK_IBAN.' })
  const former = await selectToldAccounts(db)
  const { movements, ...statement } = readStatement(file, bankAccount.iban, former)
  const account = statement.account ?? bankAccount.iban
  const accounts: Accounts = [account, ...[bankAccount.iban, ...former].filter((other) => other !== account)]
  const own = statement.account === null ? accounts : [account]
  return { ...statement, accounts, movements: movements.map((movement) => withoutOwnAccount(movement, own)) }
}

/** Drops an account of the shop as the payer's: some files have a column of IBANs that names the account itself. */
function withoutOwnAccount(movement: StatementMovement, own: readonly string[]): StatementMovement {
  return movement.payerIban !== null && own.includes(movement.payerIban) ? { ...movement, payerIban: null } : movement
}

/**
 * Finds the payments that the movements of a statement name, and which movements are stored already. `others` are keys
 * of movements that are another one than the stored one that they equal. A key that is stored by now changes nothing.
 */
export async function findMovements(
  db: Db | Tx,
  accounts: Accounts,
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
  const paymentOf = await paymentsOfTransfers(
    db,
    movements.flatMap(({ returned }) => returned ?? []),
  )
  const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]))
  const found = named.map(({ movement, references }) => {
    const known = references.flatMap((reference) => byReference.get(reference) ?? [])
    const payment = known.find((one) => isLikely(movement, one)) ?? known[0]
    const reference = payment?.reference ?? references[0] ?? null
    // Some files name no accounts, and names are written in many ways. A reference tells more than both.
    const payer = movement.payerIban ?? plainText(movement.payerName)
    const cause = reference === null ? [payer, plainText(movement.purpose)] : [reference]
    const refundedId = movement.returned === null ? undefined : paymentOf(movement.returned)
    return {
      ...{ ...movement, references, reference },
      ...fingerprintsOf(accounts, [movement.bookedOn, movement.amount, ...cause]),
      ...(refundedId === undefined
        ? { paymentId: payment?.id ?? null, finding: findingOf(movement, payment) }
        : { paymentId: refundedId, finding: 'CAME_BACK' as const }),
    }
  })
  return numberMovements(db, found, others)
}

type Transfer = Awaited<ReturnType<typeof selectTransfers>>[number]

/** Tells whether a movement fits a payment better than others that its purpose names, too. */
function isLikely({ amount }: StatementMovement, { isOpen, state, ...payment }: Transfer): boolean {
  return amount < 0 ? state === 'TAKEN' : isOpen && payment.amount === amount
}
