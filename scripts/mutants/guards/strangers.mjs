const VERIFICATIONS = 'server/features/auth/email-verifications.test.ts'
const MAIL_LIMITS = 'server/features/mail/mail-limits.test.ts'
const NETWORK_SHARE = 'server/features/tickets/network-share.race.test.ts'

/** Guards of strangers' mailboxes, and of shows against hoarders. */
export const strangers = [
  {
    name: 'an unconfirmed address reserves nothing',
    file: 'server/http/serve.ts',
    code: "  if (endpoint.needsVerifiedEmail && !caller.isEmailVerified) throw problem('email_not_verified')\n",
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'a confirmation code has five attempts',
    file: 'server/features/auth/email-verifications.sql.ts',
    code: 'code_attempts < ${CODE_ATTEMPTS} and ',
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'the codes for an address are limited',
    file: 'server/features/auth/confirm-email.ts',
    code: "    throw problem('too_many_requests', { retryAfterSeconds: SECONDS_PER_CODE })\n",
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'a confirmation code expires',
    file: 'server/features/auth/email-verifications.sql.ts',
    code: ' and code_expires_at > shop_now()',
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'a confirmation code is compared',
    file: 'server/features/auth/confirm-email.ts',
    code: "  if (!codeHash.equals(hashOfCode(tokens, userId, code))) throw problem('confirmation_code_wrong')\n",
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'a confirmation link expires',
    file: 'server/features/auth/confirm-email.ts',
    code: '!verification?.isOpen',
    without: '!verification',
    tests: VERIFICATIONS,
  },
  {
    name: 'confirmation mails are limited',
    file: 'server/http/limits.ts',
    code: '      await take([mails], mails)\n',
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'a login does not tell a new address from a known one',
    file: 'server/features/auth/log-in.ts',
    code: ' || isHidden',
    without: '',
    tests: 'server/features/auth/hidden-addresses.test.ts',
  },
  {
    name: 'an unconfirmed address gets no mails about its account',
    file: 'server/features/mail/send-account-mail.ts',
    code: ' || (settings.VERIFY_EMAIL && !recipient.isReachable)',
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'mails about invoices are merged',
    file: 'server/features/mail/mail.sql.ts',
    code: 'count(*) > ${INVOICE_MAILS_PER_HOUR} as is_merged',
    without: 'false as is_merged',
    tests: MAIL_LIMITS,
  },
  {
    name: 'mails about an account are limited',
    file: 'server/features/mail/mail.sql.ts',
    code: 'if (await takeRoom(db, email)) await enqueue',
    without: 'await takeRoom(db, email)\n  await enqueue',
    tests: MAIL_LIMITS,
  },
  {
    name: 'mails use plain names only',
    file: 'server/gateways/mailer.ts',
    code: 'greetingName(to.firstName)',
    without: 'to.firstName',
    tests: 'server/features/mail/mail.test.ts',
  },
  {
    name: 'a client network has a share of a show',
    file: 'server/features/tickets/hold-places.ts',
    code: "  if (wanted > limit) throw problem('too_many_reservations', { limit, scope: 'network' })\n",
    without: '',
    tests: NETWORK_SHARE,
  },
  {
    name: 'the share of a client network is counted under a lock',
    file: 'server/features/tickets/hold-places.ts',
    code: '  await lockNetworkOfShow(tx, show.id, clientNetwork)\n',
    without: '',
    tests: NETWORK_SHARE,
  },
  {
    name: 'the client network of an expired reservation is forgotten',
    file: 'server/features/tickets/sweep-reservations.ts',
    code: '  await clearExpiredNetworks(db)\n',
    without: '',
    tests: NETWORK_SHARE,
  },
]
