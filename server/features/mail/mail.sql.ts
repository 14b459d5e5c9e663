import { sql } from 'kysely'
import type { InvoiceId, PaymentId, UserId } from '#domain/ids.ts'
import { insertAttemptWithRoom } from '#server/db/attempts.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type Cause, withCause } from '#server/db/job-payload.ts'
import { noteOutbox } from '#server/db/outbox.sql.ts'
import { priorityOfConfirmation, priorityOfFreeAccount, priorityOfFurther } from '#server/jobs/mail-priorities.ts'
import { mailboxOf } from '#server/mailbox.ts'
import { enqueueMail } from './enqueue-mail.sql.ts'
import { enqueueMailsToMany, listed } from './mails-to-many.sql.ts'

/** Limits the mails about invoices that an account gets one by one. Later ones of the same hour are merged. */
const INVOICE_MAILS_PER_HOUR = 10

/** Limits the invoices of an hour that mails name: each costs the whole list of a mail, beside the mails of others. */
const NAMED_INVOICES_PER_HOUR = 200

/** Limits the mails about an account, and those about its manual payments: ten in a row, then one every six minutes. */
const MAILS_OF_ACCOUNT = { attempts: 10, secondsPerAttempt: 6 * 60 }

/** Counts the mails about accounts without an invoice, as many as a mail server sends in some minutes. */
const MAILS_OF_FREE_ACCOUNTS = { key: 'mail about accounts without an invoice', attempts: 1_000, secondsPerAttempt: 1 }

/** Limits the mails to a mailbox about registrations: those that all client networks share. */
const REGISTRATION_MAILS = { attempts: 10, secondsPerAttempt: 6 * 60 }

/**
 * Limits those that each client network has beside the shared ones, so that strangers elsewhere cannot use up those of
 * the owner: a registration and the three repetitions that a customer may ask for.
 */
const REGISTRATION_MAILS_OF_NETWORK = { attempts: 4, secondsPerAttempt: 20 * 60 }

/** The seconds until a mailbox with as many mails about registrations as it may get can get another. */
export const SECONDS_PER_REGISTRATION_MAIL = REGISTRATION_MAILS.secondsPerAttempt

/** A mail about an account. The recipient's name and, for an id, the address are read at the time of sending. */
export type AccountMail =
  | { template: 'password-changed' | 'second-factor-on' | 'second-factor-off'; to: UserId }
  | { template: 'account-unused'; to: UserId }
  | KnownAddressMail
  | { template: 'account-deleted'; to: DeletedAccount }

/** A mail to the owner of an address that somebody registered again. */
type KnownAddressMail = { template: 'address-known'; to: { email: string } }
type DeletedAccount = { id: UserId; email: string; firstName: string; isEmailVerified: boolean }

/**
 * A mail about an invoice. The invoice is read when the mail is written, because its number exists only after the
 * commit.
 */
export type InvoiceMail =
  | { template: 'order-confirmation'; to: UserId; invoiceId: InvoiceId; hasTickets: boolean }
  /** `isMoved`: whether the ticket was sold anew for another place. */
  | { template: 'refund'; to: UserId; invoiceId: InvoiceId; isMoved?: boolean }
  | { template: 'show-cancelled'; to: UserId; invoiceId: InvoiceId; reason: string }
  | { template: 'dispute-lost'; to: UserId; invoiceId: InvoiceId; hasTickets: boolean }
  | { template: 'dispute-won'; to: UserId; invoiceId: InvoiceId }

/**
 * Enqueues a mail about an account. Drops it beyond the limit of the account, whose ten mails before said the same. No
 * limit of the mailbox: a stranger who registers its other spellings would keep such a mail from its owner. The last
 * mail of an account is always sent. Mails about accounts without an invoice, which anybody can register, wait behind
 * those of customers, each behind all recent ones. Inside a transaction it is sent after the commit, and never
 * after a rollback.
 */
export async function enqueueAccountMail(db: Db | Tx, mail: Exclude<AccountMail, KnownAddressMail>): Promise<void> {
  const about = mail.template === 'account-deleted' ? mail.to.id : mail.to
  const counted = await insertAttemptWithRoom(db, { key: `mail about account ${about}`, ...MAILS_OF_ACCOUNT })
  if (!counted && mail.template !== 'account-deleted') return
  const priority = (await hasInvoices(db, about))
    ? priorityOfFurther(counted?.before ?? 0)
    : priorityOfFreeAccount(await countMailOfFreeAccounts(db))
  await enqueueMail(db, 'send-mail', mail, { priority })
}

async function hasInvoices(db: Db | Tx, userId: UserId): Promise<boolean> {
  return (await db.selectFrom('invoices').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** Counts a mail about an account without an invoice. Returns how many of all of them there were recently. */
async function countMailOfFreeAccounts(db: Db | Tx): Promise<number> {
  return (await insertAttemptWithRoom(db, MAILS_OF_FREE_ACCOUNTS))?.before ?? MAILS_OF_FREE_ACCOUNTS.attempts
}

/** A mail about a manual payment. It is read when the mail is written. */
export type PaymentMail = { paymentId: PaymentId; isReminder: boolean }

/** Enqueues a mail about a manual payment. Drops it beyond the limit of the account: the page says the same. */
export async function enqueuePaymentMail(tx: Tx, mail: PaymentMail, to: UserId): Promise<void> {
  const counted = await insertAttemptWithRoom(tx, { key: `mail about payments of ${to}`, ...MAILS_OF_ACCOUNT })
  if (!counted) return
  await enqueueMail(tx, 'send-payment-mail', mail, { priority: priorityOfFurther(counted.before) })
}

/**
 * The client network that asks for a mail, by a keyed hash because jobs name it, and how many mails like it this
 * network has caused recently.
 */
export type MailCause = { network: string; recent: number }

/**
 * Enqueues a mail with a new confirmation link. Several at once become one. Returns false beyond the limit of the
 * mailbox.
 */
export async function enqueueConfirmation(db: Db | Tx, email: string, cause: MailCause): Promise<boolean> {
  const hasRoom = await takeRoomInMailbox(db, email, cause)
  const key = `send-confirmation ${email.toLowerCase()}`
  const priority = priorityOfConfirmation(cause.recent)
  if (hasRoom) await enqueueMail(db, 'send-confirmation', { email }, { key, priority })
  return hasRoom
}

/**
 * Enqueues a mail to the owner of an address that somebody registered again. Drops it beyond the limit of the mailbox.
 */
export async function enqueueKnownAddress(tx: Tx, email: string, cause: MailCause): Promise<void> {
  const mail: KnownAddressMail = { template: 'address-known', to: { email } }
  const priority = priorityOfConfirmation(cause.recent)
  if (await takeRoomInMailbox(tx, email, cause)) await enqueueMail(tx, 'send-mail', mail, { priority })
}

/** Counts a mail about a registration to the mailbox of an address. Returns false beyond the limit. */
export async function takeRoomInMailbox(
  db: Db | Tx,
  email: string,
  { network }: Pick<MailCause, 'network'>,
): Promise<boolean> {
  const mailbox = mailboxOf(email)
  const own = { key: `mail to ${mailbox} from ${network}`, ...REGISTRATION_MAILS_OF_NETWORK }
  const shared = { key: `mail to ${mailbox}`, ...REGISTRATION_MAILS }
  return Boolean((await insertAttemptWithRoom(db, own)) || (await insertAttemptWithRoom(db, shared)))
}

/** Enqueues a mail about an invoice, like `enqueueInvoiceMails`. */
export function enqueueInvoiceMail(tx: Tx, mail: InvoiceMail): Promise<void> {
  return enqueueInvoiceMails(tx, [withCause(mail)])
}

/**
 * Enqueues mails about invoices that this transaction has written, under the locks of their customers. The first ten of
 * an hour to a customer are sent at once, each after those of customers with fewer. Later ones wait for the end of the
 * clock hour in one job, whose payload graphile-worker extends. A minute of margin lets all transactions of that hour
 * end first, because extending a running job would lose its retries. Beyond 200 of an hour no mail names an invoice.
 */
export async function enqueueInvoiceMails(tx: Tx, mails: readonly (InvoiceMail & Cause)[]): Promise<void> {
  noteOutbox(tx)
  await sql`
    insert into outbox (task, payload, job_key, run_at, priority)
    select 'send-invoice-mail', mail.payload::json,
      case when is_merged then format('invoice-mail %s %s', mail.user_id, date_trunc('hour', now())) end,
      case when is_merged then date_trunc('hour', now()) + interval '61 minutes' else now() end,
      least(earlier, ${INVOICE_MAILS_PER_HOUR})
    from unnest(
      ${mails.map(({ to }) => to)}::int[], ${mails.map((mail) => JSON.stringify([mail]))}::text[]
    ) as mail (user_id, payload)
    cross join lateral (
      select count(*) > ${INVOICE_MAILS_PER_HOUR} as is_merged, greatest(count(*) - 1, 0) as earlier from invoices
      where user_id = mail.user_id and issued_at > shop_now() - interval '1 hour'
    ) as recent
    where earlier < ${NAMED_INVOICES_PER_HOUR}`.execute(tx)
}

/** Enqueues a mail about a payment that bought nothing and goes back. */
export function enqueueReturnMail(tx: Tx, paymentId: PaymentId): Promise<void> {
  return enqueueMail(tx, 'send-return-mail', { paymentId })
}

/** Reads whose payment goes back, and why. Undefined for a payment that bought something. */
export function selectReturn(db: Db, paymentId: PaymentId) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .select([
      'pending_orders.user_id as userId',
      'refunds.amount',
      'refunds.reason',
      sql<string>`coalesce(payments.paid_by, payments.provider)`.as('paidBy'),
    ])
    .where('payments.id', '=', paymentId)
    .where('refunds.reason', '<>', 'TICKET')
    .orderBy('refunds.id')
    .executeTakeFirst()
}

/**
 * Enqueues a mail about the refund invoice of each customer of a cancelled show. None is merged with others, because
 * customers must learn of it.
 */
export async function enqueueCancellationMails(
  tx: Tx,
  refunds: readonly { to: UserId; invoiceId: InvoiceId; reason: string }[],
): Promise<void> {
  const payloads = refunds.map((refund) => [withCause({ template: 'show-cancelled', ...refund })])
  await enqueueMailsToMany(tx, 'send-invoice-mail', listed(payloads))
}
