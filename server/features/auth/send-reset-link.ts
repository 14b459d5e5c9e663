import type { PageSearch } from '#contract/page-search.ts'
import { pages } from '#contract/pages.ts'
import type { AppContext } from '#server/context.ts'
import { lockCustomers } from '#server/db/customer-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { takeRoomInMailbox } from '#server/features/mail/mail.sql.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { selectUserByEmail } from './auth.sql.ts'
import { hasRecentReset, insertReset } from './password-resets.sql.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'

type Sender = Pick<AppContext, 'db' | 'settings'> & { mailer: Mailer }

export type ResetRequest = {
  id: string
  email: string
  isRetry: boolean
  /** False for a visitor, who may be the owner of the account. Absent in jobs of earlier versions. */
  isByAdministrator?: boolean
  /** The client network that asked for the link, by its hash. Absent in jobs of earlier versions. */
  network?: string
}

const byVisitor = [
  'Someone, probably you, asked to reset the password of your account. The link works once, for 30 minutes.',
  "If this wasn't you, ignore this email: nothing has changed.",
]

const byAdministrator = [
  'An administrator of the shop sent you this link to set a new password. It works once, for 30 minutes.',
  'Until you use it, your password stays the same.',
]

/**
 * Sends a single-use reset link, valid for 30 minutes. Sends nothing to an address without an active account, nor to
 * one that was sent a link in the last five minutes, so that nobody can flood it. A link to an unconfirmed address,
 * which may be a stranger's, counts as a mail about a registration. A retry after a failed mail sends another.
 */
export async function sendResetLink({ db, settings, mailer }: Sender, request: ResetRequest): Promise<void> {
  const { id, email, isRetry, isByAdministrator = false, network } = request
  const user = await selectUserByEmail(db, email)
  if (!user || user.isLocked) return
  const token = newToken()
  const isNew = await inTransaction(db, async (tx) => {
    // Several jobs for one account run one after the other.
    await lockCustomers(tx, [user.id])
    if (!isRetry) {
      if (await hasRecentReset(tx, user.id)) return false
      const isLimited = !user.emailVerifiedAt && !isByAdministrator && network !== undefined
      if (isLimited && !(await takeRoomInMailbox(tx, user.email, { network }))) return false
    }
    await insertReset(tx, user.id, hashOfToken(token))
    return true
  })
  if (!isNew) return
  const search = new URLSearchParams({ 'reset-token': token } satisfies PageSearch<'passwordReset'>)
  await mailer.send({
    id,
    to: user,
    subject: 'Set a new password',
    paragraphs: isByAdministrator ? byAdministrator : byVisitor,
    link: { label: 'Set a new password', url: `${publicUrl(settings, pages.passwordReset.href())}?${search}` },
  })
}
