import type { BookedStatement } from '#contract/admin-bank-statements.ts'
import type { BankMovementId, UserId } from '#domain/ids.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { isFaultOfAll } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyLocked } from '../payments/apply-sighting.ts'
import { takenSighting } from '../payments/known-sightings.ts'
import { movementCause } from '../payments/movement-cause.sql.ts'
import { lockPayment } from '../payments/payments.sql.ts'
import {
  insertMovements,
  insertStatement,
  isSettledByHand,
  lockMovement,
  lockStatements,
  selectMovement,
  selectUnbookedMovements,
  updateMovement,
} from './bank-movements.sql.ts'
import { bookSentTransfers } from './book-sent-transfers.ts'
import { findMovements, readOwnStatement } from './check-statement.ts'
import { noteMoney } from './note-money.ts'

/** `others`: keys of movements that are another one than the stored one that they equal. */
type Upload = { by: UserId; fileName: string; file: Buffer; others: readonly string[] }

/**
 * Stores the movements of a statement that are new, then books each that pays exactly one open payment. The others stay
 * open for an administrator. Each movement is booked in a transaction of its own; a job continues after a crash. Notes
 * refunds as paid whose transfer the statement shows.
 */
export async function bookStatement(
  context: AppContext,
  { by, fileName, file, others }: Upload,
): Promise<BookedStatement> {
  const { accounts, ...statement } = await readOwnStatement(context, file)
  const { added, sent } = await inTransaction(context.db, async (tx) => {
    await lockStatements(tx)
    const id = await insertStatement(tx, by, fileName)
    const inserted = await insertMovements(tx, id, await findMovements(tx, accounts, statement, others))
    await logChange(tx, { by, action: 'CREATED', record: { kind: 'STATEMENT', id, name: fileName } })
    const booked = await bookSentTransfers(tx, { accounts, sent: statement.sent, fileName, statementId: id, by })
    return { added: inserted, sent: booked }
  })
  const exact = added.filter(({ finding }) => finding === 'EXACT')
  const booked = await bookEach(
    context,
    exact.map(({ id }) => ({ id, by })),
  )
  return {
    ...{ booked, paidBack: sent.paidBack },
    open: added.length - booked + sent.open,
    known: statement.movements.length - added.length,
    skipped: statement.skipped,
  }
}

/** Books exact movements that a crash left open. */
export async function bookLeftMovements(context: AppContext): Promise<void> {
  await bookEach(context, await selectUnbookedMovements(context.db))
}

/**
 * Books movements one after the other, and returns how many found their payment. One that fails keeps no other from
 * being booked: its error is thrown at the end. Stops at a fault of the database, after which a job continues.
 */
async function bookEach(
  context: AppContext,
  movements: readonly { id: BankMovementId; by: UserId }[],
): Promise<number> {
  let booked = 0
  const errors: unknown[] = []
  for (const { id, by } of movements) {
    try {
      if (await bookMovement(context, id, by)) booked += 1
    } catch (error) {
      if (isFaultOfAll(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return booked
}

/**
 * Books a movement of the exact amount to its payment, also to one that was settled by hand before. Returns false if
 * another movement was faster, then it stays open as paid twice.
 */
function bookMovement(context: AppContext, id: BankMovementId, by: UserId): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const before = await selectMovement(tx, id)
    if (!before?.paymentId) return false
    const payment = await lockPayment(tx, before.paymentId)
    const movement = await lockMovement(tx, id)
    if (movement?.state !== 'OPEN' || movement.finding !== 'EXACT') return false
    if (await isSettledByHand(tx, payment)) {
      await noteMoney(tx, payment, { movementId: id, received: movement.amount, by })
    } else if (payment.state === 'TAKEN') {
      await updateMovement(tx, id, { state: 'OPEN', openAmount: movement.openAmount, finding: 'DOUBLE' })
      return false
    } else {
      const sighting = takenSighting(movement.amount, paymentTypeName('TRANSFER'))
      await applyLocked(tx, context, payment, { sighting, cause: movementCause(id), by })
    }
    await updateMovement(tx, id, { state: 'BOOKED', openAmount: 0 })
    return true
  })
}
