import { messages } from '#contract/fields.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { isPassword } from '#server/gateways/passwords.ts'
import { deleteUser } from './delete-user.ts'
import { selectUser } from './users.sql.ts'

type Deletion = { userId: UserId; password?: string | undefined }

/**
 * Deletes the caller's account. With `DELETE_NEEDS_PASSWORD`, throws `invalid_fields` without a password. Throws
 * `wrong_password` for a wrong one, whether or not the shop requires it.
 */
export async function deleteOwnAccount(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  { userId, password }: Deletion,
): Promise<void> {
  if (password !== undefined) {
    const user = await selectUser(db, userId)
    if (!(await isPassword(user?.passwordHash, password))) throw problem('wrong_password')
  } else if (settings.DELETE_NEEDS_PASSWORD) {
    throw problem('invalid_fields', { fields: [{ field: 'password', message: messages.required }] })
  }
  await deleteUser(db, { userId })
}
