import { problem } from '#domain/problem.ts'
import type { Db } from '#server/db/connection.ts'
import { selectReset } from './password-resets.sql.ts'
import { hashOfToken } from '#server/gateways/random-tokens.ts'

/** Throws `reset_token_invalid` unless the token is usable. */
export async function checkPasswordReset(db: Db, token: string): Promise<void> {
  const reset = await selectReset(db, hashOfToken(token))
  if (!reset?.isOpen) throw problem('reset_token_invalid')
}
