import { isTooLongToRegister, messages, PASSWORD_LENGTH } from '#contract/fields.ts'
import type { NewUser } from '#contract/users.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { enqueueAccountMail } from '#server/features/mail/mail.sql.ts'
import { selectUserByEmail } from '#server/features/auth/auth.sql.ts'
import { insertUser } from './users.sql.ts'

type Creator = { isAdmin: boolean } | undefined

/**
 * Registers a user. An administrator may create administrators and set longer passwords (specification, section 9).
 * With `REGISTER_HIDE_KNOWN` a known address is answered like a new one, and its owner gets a mail.
 */
export async function createUser(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  creator: Creator,
  wanted: NewUser,
): Promise<{ id?: UserId }> {
  const isAdmin = creator?.isAdmin ?? false
  if (!isAdmin && isTooLongToRegister(wanted.password)) {
    const message = messages.maxLength(PASSWORD_LENGTH.atRegistration)
    throw problem('invalid_fields', { fields: [{ field: 'password', message }] })
  }
  const hidesKnown = settings.REGISTER_HIDE_KNOWN && !isAdmin
  const id = await insertUser(db, {
    firstName: wanted.firstName,
    lastName: wanted.lastName,
    email: wanted.email,
    passwordHash: await hashPassword(wanted.password),
    isAdmin: isAdmin && wanted.isAdmin === true,
  })
  if (id && !hidesKnown) return { id }
  if (!hidesKnown) throw problem('email_taken')
  if (!id) {
    const owner = await selectUserByEmail(db, wanted.email)
    if (owner) await enqueueAccountMail(db, { template: 'address-known', to: owner.id })
  }
  return {}
}
