import { isValidIBAN } from 'ibantools'
import type { RefundFiles } from '#contract/admin-refund-files.ts'
import { creditTransferFile } from '#domain/payments/credit-transfer-file.ts'
import type { RefundFileId, UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import { localIsoTime } from '#domain/time/time-text.ts'
import type { AppContext } from '#server/context.ts'
import { logChange } from '#server/db/change-log.sql.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { payBackNoMoreThan } from './pay-back-no-more-than.ts'
import {
  fillRefundFile,
  insertRefundFile,
  lockPaymentsOfFile,
  lockOwedRefunds,
  selectOpenRefundFiles,
  selectOwedTransfers,
  selectRefundFile,
  updateRefundsOfFilePaid,
  withdrawFile,
} from './refund-files.sql.ts'

/** Limits the transfers of one file. Banks take more; the next file pays the rest. */
const MOST_TRANSFERS = 5_000

type Owed = Awaited<ReturnType<typeof selectOwedTransfers>>[number]
const hasAccount = (refund: Owed): refund is Owed & { iban: string } => refund.iban !== null && isValidIBAN(refund.iban)

/** Lists what a file would pay, refunds without an account, and the files with refunds that are not paid yet. */
export async function listRefundFiles(db: Db): Promise<RefundFiles> {
  const owed = await selectOwedTransfers(db)
  const payable = owed.filter(hasAccount).slice(0, MOST_TRANSFERS)
  return {
    payable: { count: payable.length, amount: cents(payable.reduce((sum, { amount }) => sum + amount, 0)) },
    withoutAccount: owed
      .filter((refund) => !hasAccount(refund))
      .map(({ id, paymentId, amount, recipient }) => ({ id, paymentId, amount, recipient })),
    files: await selectOpenRefundFiles(db),
  }
}

/**
 * Makes a file that pays the owed refunds of bank transfers whose account is known. Locks them before it writes them,
 * so that each is in one file and not paid by hand meanwhile. Throws `nothing_owed` without any.
 */
export async function makeRefundFile({ db, settings }: AppContext, by: UserId): Promise<void> {
  const { bankAccount, seller } = settings
  if (!bankAccount) throw problem('nothing_owed')
  await inTransaction(db, async (tx) => {
    const payable = (await selectOwedTransfers(tx)).filter(hasAccount).slice(0, MOST_TRANSFERS)
    const locked = await lockOwedRefunds(
      tx,
      payable.map(({ id }) => id),
    )
    // Read under their locks: they may have become smaller before, or wait, because the bank took their money back.
    const paid = (await selectOwedTransfers(tx)).filter(hasAccount).filter(({ id }) => locked.has(id))
    if (paid.length === 0) throw problem('nothing_owed')
    const { id, madeAt } = await insertRefundFile(tx, by)
    const content = creditTransferFile({
      ...{ id, madeAt: `${madeAt.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`, account: bankAccount },
      day: localIsoTime(madeAt, seller.timeZone).slice(0, 'yyyy-mm-dd'.length),
      transfers: paid.map(({ id: refundId, recipient, iban, amount, cancelInvoice, reference }) => ({
        ...{ refundId, name: recipient, iban, amount },
        purpose: ['Refund', cancelInvoice, reference].filter(Boolean).join(' '),
      })),
    })
    await fillRefundFile(tx, { id, content, refundIds: paid.map((refund) => refund.id) })
    await logChange(tx, { by, action: 'EXPORTED', record: recordOf(id) })
  })
}

type Ending = { id: RefundFileId; by: UserId; reason: string; action: 'PAID_BACK' | 'RELEASED' }

/**
 * Notes that all that is open in a file is paid, or withdraws the file, so that the next one pays it. Throws
 * `nothing_owed` for a file without open refunds.
 */
export async function endRefundFile(db: Db, { id, by, reason, action }: Ending): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await selectRefundFile(tx, id))) throw problem('not_found', { what: 'payment file' })
    const count = action === 'PAID_BACK' ? (await updateRefundsOfFilePaid(tx, id)).length : await withdraw(tx, id)
    if (count === 0) throw problem('nothing_owed')
    await logChange(tx, { by, action, reason, record: recordOf(id) })
  })
}

/** Withdraws a file. Its refunds pay back no more than came, or than the bank left meanwhile. */
async function withdraw(tx: Tx, id: RefundFileId): Promise<number> {
  const payments = await lockPaymentsOfFile(tx, id)
  const count = await withdrawFile(tx, id)
  for (const { id: paymentId, taken } of payments) if (taken !== null) await payBackNoMoreThan(tx, paymentId, taken)
  return count
}

const recordOf = (id: RefundFileId) => ({ kind: 'EXPORT', id, name: `refunds-${id}.xml` }) as const
