import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import type { Caller } from '#server/http/serve.ts'
import { countRecoveryCodes } from './second-factor.sql.ts'

/** Reads the state of the caller's second factor. */
export async function getSecondFactor(db: Db, { userId, lacksSecondFactor }: Caller) {
  const user = await selectUser(db, userId)
  if (!user) throw problem('not_signed_in')
  const recoveryCodesLeft = await countRecoveryCodes(db, userId)
  return { isOn: user.secondFactorSince !== null, isMissing: lacksSecondFactor, recoveryCodesLeft }
}
