import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { selectUser } from '#server/features/users/users.sql.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { spendCode } from './spend-code.ts'

/** A change of a second factor, with the proofs that its owner asks for it. */
export type SecondFactorChange = { userId: UserId; password: string; code: string }

/** Checks the password, then uses up the code. Throws `wrong_password` or `second_factor_wrong`. */
export async function requirePasswordAndCode(
  context: Pick<AppContext, 'db' | 'tokens'>,
  { userId, password, code }: SecondFactorChange,
): Promise<void> {
  const user = await selectUser(context.db, userId)
  if (!(await isPassword(user?.passwordHash, password))) throw problem('wrong_password')
  await spendCode(context, userId, code)
}
