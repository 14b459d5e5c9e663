import { isTooLongToRegister, messages, PASSWORD_LENGTH } from '#contract/fields.ts'
import type { NewUser } from '#contract/users.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { refuseGuessablePassword } from '#server/gateways/guessable-passwords.ts'
import { hashPassword } from '#server/gateways/passwords.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { MailCause } from '#server/features/mail/mail.sql.ts'
import { enqueueConfirmation, enqueueKnownAddress } from '#server/features/mail/mail.sql.ts'
import { insertUser, lockUserAndAdmins } from './users.sql.ts'

type Creator = { userId: UserId; isAdmin: boolean } | undefined

/**
 * Registers a user. An administrator may create administrators and staff, and set longer passwords (specification,
 * section 9). With `VERIFY_EMAIL` the address gets a confirmation mail. With `REGISTER_HIDE_KNOWN` a known address is
 * answered like a new one, and its owner gets a mail, too.
 */
export async function createUser(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  creator: Creator,
  wanted: NewUser,
  cause: MailCause,
): Promise<{ id?: UserId }> {
  const isAdmin = creator?.isAdmin === true
  if (!isAdmin && isTooLongToRegister(wanted.password)) {
    const message = messages.maxLength(PASSWORD_LENGTH.atRegistration)
    throw problem('invalid_fields', { fields: [{ field: 'password', message }] })
  }
  await refuseGuessablePassword(settings, { field: 'password', password: wanted.password, person: wanted })
  const hidesKnown = settings.REGISTER_HIDE_KNOWN && !isAdmin
  const account = {
    firstName: wanted.firstName,
    lastName: wanted.lastName,
    email: wanted.email,
    passwordHash: await hashPassword(wanted.password),
    isAdmin: isAdmin && wanted.isAdmin === true,
    isStaff: isAdmin && wanted.isStaff === true,
    isEmailVerified: false,
  }
  return inTransaction(db, async (tx) => {
    if (creator?.isAdmin) await requireActiveAdmin(tx, creator.userId)
    const id = await insertUser(tx, account)
    if (id && creator?.isAdmin) await logCreation(tx, { by: creator.userId, id, ...account })
    if (!id && !hidesKnown) throw problem('email_taken')
    // One mail in both cases, so that neither the statements nor their number tell a known address.
    if (!id) await enqueueKnownAddress(tx, wanted.email, cause)
    else if (settings.VERIFY_EMAIL) await enqueueConfirmation(tx, wanted.email, cause)
    return id && !hidesKnown ? { id } : {}
  })
}

/** Makes concurrent changes of administrators wait. Throws `forbidden` for one who was locked or deleted meanwhile. */
async function requireActiveAdmin(tx: Tx, userId: UserId): Promise<void> {
  const found = await lockUserAndAdmins(tx, userId)
  if (!found.some(({ id, isAdmin, isLocked }) => id === userId && isAdmin && !isLocked)) throw problem('forbidden')
}

type Created = { by: UserId; id: UserId; isAdmin: boolean; isStaff: boolean }

async function logCreation(tx: Tx, { by, id, ...roles }: Created): Promise<void> {
  const given = (['isAdmin', 'isStaff'] as const).filter((role) => roles[role])
  const changes = given.map((field) => ({ field, from: false, to: true }))
  await logChange(tx, { by, action: 'CREATED', record: { kind: 'USER', id, name: '' }, changes })
}
