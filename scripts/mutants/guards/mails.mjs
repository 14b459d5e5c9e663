const MAIL_LIMITS = 'server/features/mail/mail-limits.test.ts'
const TRANSFERS = 'server/features/ticket-transfers/ticket-transfers.test.ts'
const VERIFICATIONS = 'server/features/auth/email-verifications.test.ts'

/** Guards of mailboxes, and of the mails of others. */
export const mails = [
  {
    name: 'confirmation mails are limited',
    file: 'server/http/limits.ts',
    code: '      await take([mails], mails)\n',
    without: '',
    tests: VERIFICATIONS,
  },
  {
    name: 'registrations of a mailbox are limited per network',
    file: 'server/http/limits.ts',
    code: "'register', mailboxOf(email), network)",
    without: "'register', email.toLowerCase(), network)",
    tests: 'server/http/limits.test.ts',
  },
  {
    name: 'mails about registrations are limited per mailbox',
    file: 'server/features/mail/mail.sql.ts',
    code: '|| insertAttemptWithRoom(db, shared)',
    without: '|| (await insertAttemptWithRoom(db, shared)) || true',
    tests: VERIFICATIONS,
  },
  {
    name: 'strangers do not use up the confirmation mails of other networks',
    file: 'server/features/mail/mail.sql.ts',
    code: '(await insertAttemptWithRoom(db, own)) || ',
    without: '',
    tests: VERIFICATIONS,
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
    code: "if (hasRoom) await enqueue(db, 'send-mail'",
    without: "await enqueue(db, 'send-mail'",
    tests: MAIL_LIMITS,
  },
  {
    name: 'strangers do not use up the mails about an account',
    file: 'server/features/mail/mail.sql.ts',
    code: 'key: `mail about account ${mail.to}`',
    without: "key: 'mail about an account'",
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
    name: 'mails of transfers carry no text of the sender',
    file: 'server/features/ticket-transfers/send-transfer-mails.ts',
    code: "return greetingName(firstName ?? '') || 'Somebody'",
    without: "return greetingName('') || (firstName ?? '')",
    tests: TRANSFERS,
  },
  {
    name: 'offers of tickets to one address are limited',
    file: 'server/features/ticket-transfers/offer-ticket.ts',
    code: 'await countOffer(tx, { key: `ticket offers to ${mailboxOf(email)}`, ...OFFERS_TO_ADDRESS })',
    without: 'void OFFERS_TO_ADDRESS',
    tests: TRANSFERS,
  },
  {
    name: 'an offer that was never mailed is not withdrawn by mail',
    file: 'server/features/ticket-transfers/send-transfer-mails.ts',
    code: '!toReceiver || !facts.isMailed',
    without: '!toReceiver',
    tests: TRANSFERS,
  },
  {
    name: 'other spellings of an address get no more mails',
    file: 'server/mailbox.ts',
    code: "const [name = ''] = address.slice(0, at).split('+')",
    without: 'const name = address.slice(0, at)',
    tests: VERIFICATIONS,
  },
  {
    name: 'dots make another mailbox with most providers',
    file: 'server/mailbox.ts',
    code: 'IGNORING_DOTS.has(provider)',
    without: 'IGNORING_DOTS',
    tests: 'server/mailbox.test.ts',
  },
  {
    name: 'a silent mail server leaves room for other jobs',
    file: 'server/worker.ts',
    code: '[MAIL_FLAG]: () => MAIL_CONNECTIONS',
    without: '[MAIL_FLAG]: () => MAIL_CONNECTIONS + Infinity',
    tests: 'server/worker.test.ts',
  },
]
