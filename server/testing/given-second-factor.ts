import type { UserId } from '#domain/ids.ts'
import type { AppContext } from '#server/context.ts'
import { upsertSecret, updateSecondFactorOn } from '#server/features/auth/second-factor/second-factor.sql.ts'
import { renewCodes } from '#server/features/auth/second-factor/recovery-codes.ts'
import { sealSecret } from '#server/features/auth/second-factor/secrets-of-apps.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { newSecret } from '#server/gateways/one-time-codes.ts'

/** Gives a user a second factor. Returns the secret of the app and the recovery codes. */
export async function givenSecondFactor(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  userId: UserId,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = newSecret()
  return inTransaction(db, async (tx) => {
    await upsertSecret(tx, userId, sealSecret(tokens, userId, secret))
    await updateSecondFactorOn(tx, userId)
    return { secret, recoveryCodes: await renewCodes(tx, userId) }
  })
}
