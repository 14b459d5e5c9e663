import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomer } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { renewCodes } from './recovery-codes.ts'
import { requirePasswordAndCode, type SecondFactorChange } from './require-password-and-code.ts'

/**
 * Replaces the caller's recovery codes and returns the new ones. Throws `second_factor_off`, `wrong_password` or
 * `second_factor_wrong`.
 */
export async function renewRecoveryCodes(
  context: Pick<AppContext, 'db' | 'tokens'>,
  change: SecondFactorChange,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = change
  if (!(await selectUser(context.db, userId))?.secondFactorSince) throw problem('second_factor_off')
  await requirePasswordAndCode(context, change)
  return inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, userId)
    if (!(await selectUser(tx, userId))?.secondFactorSince) throw problem('second_factor_off')
    return { recoveryCodes: await renewCodes(tx, userId) }
  })
}
