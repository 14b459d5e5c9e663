import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { stepOf } from '#server/gateways/one-time-codes.ts'
import { hashOfRecoveryCode, isRecoveryCode } from './recovery-codes.ts'
import { deleteRecoveryCode, selectSecondFactor, updateLastStep } from './second-factor.sql.ts'
import { openSecret } from './secrets-of-apps.ts'

type Context = Pick<AppContext, 'db' | 'tokens'>

/**
 * Checks a code of a user's app, or a recovery code, and uses it up: each works once, on all servers together. Throws
 * `second_factor_wrong`, also without a second factor.
 */
export async function spendCode(context: Context, userId: UserId, code: string): Promise<void> {
  const isSpent = isRecoveryCode(code)
    ? await deleteRecoveryCode(context.db, userId, hashOfRecoveryCode(userId, code))
    : await spendAppCode(context, userId, code)
  if (!isSpent) throw problem('second_factor_wrong')
}

async function spendAppCode({ db, tokens }: Context, userId: UserId, code: string): Promise<boolean> {
  const factor = await selectSecondFactor(db, userId)
  if (!factor?.since) return false
  const { sealedSecret, now } = factor
  const secret = openSecret(tokens, userId, sealedSecret)
  const step = secret && stepOf(secret, code, now)
  return step ? updateLastStep(db, { userId, sealedSecret, step }) : false
}
