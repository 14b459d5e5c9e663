import type { PageSearch } from '#contract/page-search.ts'
import { pages } from '#contract/pages.ts'
import type { AppContext } from '#server/context.ts'
import type { Mailer } from '#server/gateways/mailer.ts'
import { publicUrl } from '#server/settings/public-url.ts'
import { selectUserByEmail } from './auth.sql.ts'
import { insertVerification } from './email-verifications.sql.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { hashOfCode, newCode } from './secrets.ts'

type Sender = Pick<AppContext, 'db' | 'settings' | 'tokens'> & { mailer: Mailer }

/**
 * Sends a confirmation link, valid for a day, and a code, valid for an hour. Sends nothing to an address without an
 * active account or with a confirmed one. With `REGISTER_HIDE_KNOWN` the mail has no code, because only a login could
 * use it.
 */
export async function sendConfirmation(
  { db, settings, tokens, mailer }: Sender,
  id: string,
  email: string,
): Promise<void> {
  const user = await selectUserByEmail(db, email)
  if (!user || user.isLocked || user.emailVerifiedAt) return
  const [token, code] = [newToken(), newCode()]
  await insertVerification(db, {
    userId: user.id,
    tokenHash: hashOfToken(token),
    codeHash: hashOfCode(tokens, user.id, code),
  })
  const search = new URLSearchParams({ token } satisfies PageSearch<'confirmEmail'>)
  await mailer.send({
    id,
    to: user,
    subject: 'Confirm your email address',
    paragraphs: [
      'Please confirm that this email address is yours: it was used to create an account.',
      ...(settings.REGISTER_HIDE_KNOWN ? [] : [`Your code is ${code}. It is valid for an hour.`]),
      "The link is valid for a day. If you didn't create this account, ignore this email.",
    ],
    link: { label: 'Confirm the address', url: `${publicUrl(settings, pages.confirmEmail.href())}?${search}` },
  })
}
