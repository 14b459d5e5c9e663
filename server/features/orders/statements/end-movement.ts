import { findingOfAssigned, isAssignable, missingOf } from '#domain/payments/bank-movements.ts'
import type { BankMovementId, PaymentId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { paymentTypeName } from '#domain/payments/payment-types.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyLocked } from '../payments/apply-sighting.ts'
import { takenSighting } from '../payments/known-sightings.ts'
import { paymentRecord } from '../payments/payment-record.ts'
import { movementCause } from '../payments/movement-cause.sql.ts'
import { lockPayment, selectPayment } from '../payments/payments.sql.ts'
import { isSettledByHand, lockMovement, selectReturned, updateMovement } from './bank-movements.sql.ts'
import { noteLoss, noteMoney, noteRest } from './note-money.ts'

/** `openAmount`: the open money that the administrator saw. */
type Ending = { id: BankMovementId; by: UserId; openAmount: number; reason: string }

/**
 * Books an open movement to a payment that it does not fit by itself. Too little money pays all of the order, but if it
 * comes too late, no more goes back than came; what is too much stays open. A payment that was settled by hand takes
 * the movement as its money, and one of which too little came as the rest. Money that the bank took back is missing
 * from its payment, of which refunds pay back no more than is left. Throws `payment_ended` for another payment that was
 * paid, `payment_unopened` for one whose reference nobody was told, `refund_came_back` for a transfer of the shop that
 * came back, and `movement_done` for a movement without open money.
 */
export async function assignMovement(
  context: AppContext,
  { id, by, openAmount: seen, reason, paymentId }: Ending & { paymentId: PaymentId },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if ((await selectPayment(tx, paymentId))?.provider !== 'transfer') throw problem('not_found', { what: 'transfer' })
    const payment = await lockPayment(tx, paymentId)
    const movement = await lockMovement(tx, id)
    if (!movement) throw problem('not_found', { what: 'movement' })
    if (movement.finding === 'CAME_BACK') throw problem('refund_came_back')
    const isOpen = movement.state === 'OPEN' && isAssignable(movement)
    if (!isOpen || movement.openAmount !== seen) throw problem('movement_done')
    await logChange(tx, { by, action: 'SETTLED', record: paymentRecord(payment), reason })
    if (movement.amount < 0) {
      if (payment.state !== 'TAKEN' || payment.taken === 0) throw problem('payment_ended')
      const part = await noteLoss(tx, payment, { movementId: id, lost: seen, by, reason })
      const state = part < seen ? 'OPEN' : 'BOOKED'
      return updateMovement(tx, id, { state, openAmount: seen - part, paymentId, note: reason })
    }
    const hasNoCredit = await isSettledByHand(tx, payment)
    const missing = missingOf({ ...payment, hasNoCredit, returned: await selectReturned(tx, paymentId) })
    const wanted = missing > 0 ? missing : payment.amount
    const received = cents(Math.min(movement.openAmount, wanted))
    const money = { movementId: id, received, by, reason }
    if (hasNoCredit) {
      await noteMoney(tx, payment, money)
    } else if (missing > 0) {
      await noteRest(tx, payment, money)
    } else {
      if (payment.state === 'TAKEN') throw problem('payment_ended')
      if (payment.ref === null) throw problem('payment_unopened')
      const sighting = takenSighting(payment.amount, paymentTypeName('TRANSFER'))
      await applyLocked(tx, context, payment, { sighting, cause: movementCause(id, reason), by, received })
    }
    const openAmount = Math.max(0, movement.openAmount - wanted)
    await updateMovement(tx, id, {
      ...{ state: openAmount > 0 ? 'OPEN' : 'BOOKED', openAmount, paymentId, note: reason },
      finding: findingOfAssigned(movement, paymentId),
    })
    return undefined
  })
}

/** Notes that the open money of a movement was paid back, or why it is ignored. Throws `movement_done` without any. */
export async function endMovement(
  { db }: Pick<AppContext, 'db'>,
  { id, by, openAmount, reason, action }: Ending & { action: 'PAID_BACK' | 'IGNORED' },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const movement = await lockMovement(tx, id)
    if (!movement) throw problem('not_found', { what: 'movement' })
    if (movement.state !== 'OPEN' || movement.openAmount !== openAmount) throw problem('movement_done')
    await updateMovement(tx, id, { state: action, openAmount: 0, note: reason })
    const name = [movement.bookedOn, movement.payerName].filter(Boolean).join(' ')
    await logChange(tx, { by, action, reason, record: { kind: 'STATEMENT', id: movement.statementId, name } })
  })
}
