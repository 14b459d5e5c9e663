import { messages } from '#contract/fields.ts'
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
import { isPassword } from '#server/gateways/passwords.ts'
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

type LinkUse = {
  token: string
  password: string | undefined
  /** The user of the session in which the link is used. */
  callerId: UserId | undefined
  /** Limits the passwords that are tried for a user. */
  limitPasswords: (userId: UserId, check: () => Promise<void>) => Promise<void>
}

/**
 * Confirms an email address by the token of a link, in a session of its account or with its password, because a
 * stranger may have created the account with somebody's address. A repetition succeeds and changes nothing, so that a
 * lost answer does no harm. Throws `confirmation_token_invalid`, `invalid_fields` without a password that is needed, or
 * `wrong_password`.
 */
export async function confirmByToken(db: Db, { token, password, callerId, limitPasswords }: LinkUse): Promise<void> {
  const verification = await selectVerification(db, hashOfToken(token))
  if (verification?.emailVerifiedAt) return
  if (!verification?.isOpen) throw problem('confirmation_token_invalid')
  const { userId, passwordHash } = verification
  if (callerId !== userId) await limitPasswords(userId, () => checkPassword(passwordHash, password))
  await updateEmailVerified(db, userId)
}

async function checkPassword(passwordHash: string, password: string | undefined): Promise<void> {
  if (!password) throw problem('invalid_fields', { fields: [{ field: 'password', message: messages.required }] })
  if (!(await isPassword(passwordHash, password))) throw problem('wrong_password')
}
