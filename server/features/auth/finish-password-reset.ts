import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { deleteSessions, lockAccount, updateEmailVerified, updatePassword } from '#server/features/users/users.sql.ts'
import { selectReset, updateResetUsed } from './password-resets.sql.ts'
import { refuseGuessablePassword } from '#server/gateways/guessable-passwords.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'
import { hashOfRequest } from './secrets.ts'

type PasswordReset = { token: string; email: string; password: string }

/**
 * Sets a new password with a single-use token, ends all sessions of the user, and sends a mail.
 * Confirms the email address, because the token came by mail. The same request
 * repeated within two minutes succeeds again. Throws `reset_token_invalid`.
 */
export async function finishPasswordReset(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { token, email, password }: PasswordReset,
): Promise<void> {
  const tokenHash = hashOfToken(token)
  const requestHash = hashOfRequest(token, email, password)
  const seen = openOrDone(await selectReset(db, tokenHash), email, requestHash)
  if (seen === 'done') return
  await refuseGuessablePassword(settings, { field: 'password', password, person: seen })

  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await lockAccount(tx, seen.userId)
    const reset = openOrDone(await selectReset(tx, tokenHash), email, requestHash)
    if (reset === 'done') return
    await updateResetUsed(tx, tokenHash, requestHash)
    await updatePassword(tx, reset.userId, passwordHash)
    await updateEmailVerified(tx, reset.userId)
    await deleteSessions(tx, reset.userId)
    await enqueueAccountMail(tx, { template: 'password-changed', to: reset.userId })
  })
}

type Reset = Awaited<ReturnType<typeof selectReset>>

function openOrDone(reset: Reset, email: string, requestHash: Buffer): NonNullable<Reset> | 'done' {
  if (reset?.repeatableRequestHash?.equals(requestHash)) return 'done'
  if (!reset?.isOpen) throw problem('reset_token_invalid')
  if (email !== '' && email.toLowerCase() !== reset.email.toLowerCase()) throw problem('reset_token_invalid')
  return reset
}
