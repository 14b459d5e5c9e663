import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { deleteSessions } from '#server/features/users/users.sql.ts'
import { stepOf } from '#server/gateways/one-time-codes.ts'
import { renewCodes } from './recovery-codes.ts'
import { selectSecondFactor, updateLastStep, updateSecondFactorOn } from './second-factor.sql.ts'
import { openSecret } from './secrets-of-apps.ts'

type Confirmation = { userId: UserId; sessionHash: Buffer; code: string }

/**
 * Turns on the caller's second factor with the first code of the app, ends the other sessions, which needed none, and
 * sends a mail. Returns the recovery codes. Throws `second_factor_off` without a setup, `second_factor_on`, or
 * `second_factor_wrong`.
 */
export async function confirmSecondFactor(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  { userId, sessionHash, code }: Confirmation,
): Promise<{ recoveryCodes: string[] }> {
  const setup = await selectSecondFactor(db, userId)
  if (!setup) throw problem('second_factor_off')
  if (setup.since) throw problem('second_factor_on')
  const { sealedSecret, now } = setup
  const secret = openSecret(tokens, userId, sealedSecret)
  const step = secret && stepOf(secret, code, now)
  if (!step) throw problem('second_factor_wrong')
  return inTransaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    if (!(await updateSecondFactorOn(tx, userId))) throw problem('second_factor_on')
    if (!(await updateLastStep(tx, { userId, sealedSecret, step }))) throw problem('second_factor_wrong')
    await deleteSessions(tx, userId, sessionHash)
    await enqueueAccountMail(tx, { template: 'second-factor-on', to: userId })
    return { recoveryCodes: await renewCodes(tx, userId) }
  })
}
