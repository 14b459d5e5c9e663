import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { selectUser, updateEmailVerified } from '#server/features/users/users.sql.ts'
import {
  insertCodeOfAddress,
  SECONDS_PER_CODE,
  selectVerification,
  updateCodeAttempts,
} from './email-verifications.sql.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import { hashOfCode } from './secrets.ts'

type CodeAttempt = { userId: UserId; code: string }

/**
 * Confirms a customer's email address by the code of the latest mail. Counts the attempt before it compares, so that
 * concurrent guesses cannot exceed the limits of the code and of the address. Does nothing for a confirmed address.
 * Throws `confirmation_code_wrong`, `confirmation_code_void` without a valid code, or `too_many_requests`.
 */
export async function confirmByCode(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  { userId, code }: CodeAttempt,
): Promise<void> {
  const user = await selectUser(db, userId)
  if (!user || user.emailVerifiedAt) return
  const codeHash = await updateCodeAttempts(db, userId)
  if (!codeHash) throw problem('confirmation_code_void')
  if (!(await insertCodeOfAddress(db, user.email))) {
    throw problem('too_many_requests', { retryAfterSeconds: SECONDS_PER_CODE })
  }
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
