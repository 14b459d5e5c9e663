import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectUser, updateEmailVerified } from '#server/features/users/users.sql.ts'
import { selectVerification, updateCodeAttempts } from './email-verifications.sql.ts'
import { hashOfCode, hashOfToken } from './secrets.ts'

type CodeAttempt = { userId: UserId; code: string }

/**
 * Confirms a customer's email address by the code of the latest mail. Counts the attempt before it compares, so that
 * concurrent guesses cannot exceed the limit. Does nothing for a confirmed address. Throws `confirmation_code_wrong`,
 * or `confirmation_code_void` without a valid code.
 */
export async function confirmByCode(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  { userId, code }: CodeAttempt,
): Promise<void> {
  const user = await selectUser(db, userId)
  if (user?.emailVerifiedAt) return
  const codeHash = await updateCodeAttempts(db, userId)
  if (!codeHash) throw problem('confirmation_code_void')
  if (!codeHash.equals(hashOfCode(tokens, userId, code))) throw problem('confirmation_code_wrong')
  await updateEmailVerified(db, userId)
}

/**
 * Confirms an email address by the token of a link. A repetition succeeds and changes nothing, so that a lost answer
 * does no harm. Throws `confirmation_token_invalid`.
 */
export async function confirmByToken(db: Db, token: string): Promise<void> {
  const verification = await selectVerification(db, hashOfToken(token))
  if (verification?.emailVerifiedAt) return
  if (!verification?.isOpen) throw problem('confirmation_token_invalid')
  await updateEmailVerified(db, verification.userId)
}
