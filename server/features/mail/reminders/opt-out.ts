import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { userOfOptOutToken } from './opt-out-token.ts'
import { updateNoReminders } from './reminders.sql.ts'

/** Turns off the reminders of the user of a token, as often as it is used. Throws `not_found` for a forged token. */
export async function optOut({ db, tokens }: Pick<AppContext, 'db' | 'tokens'>, token: string): Promise<void> {
  const userId = userOfOptOutToken(tokens, token)
  if (userId === undefined) throw problem('not_found', { what: 'link' })
  await updateNoReminders(db, userId)
}
