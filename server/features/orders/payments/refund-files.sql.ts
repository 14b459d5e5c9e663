import { sql } from 'kysely'
import type { RefundFiles } from '#contract/admin-refund-files.ts'
import type { RefundTransfer } from '#domain/payments/credit-transfer-file.ts'
import type { PaymentId, RefundFileId, RefundId, UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { findOwedRefunds } from './owed-refunds.sql.ts'

/** Lists owed refunds of bank transfers that are in no file, oldest first. `iban`: of the payer, if known. */
export async function selectOwedTransfers(db: Db | Tx) {
  const { rows } = await findOwedRefunds().execute(db)
  return rows.filter(({ provider, fileId }) => provider === 'transfer' && fileId === null)
}

/** Locks refunds, and returns the ids of those that are still owed and in no file. */
export async function lockOwedRefunds(tx: Tx, ids: readonly RefundId[]): Promise<Set<RefundId>> {
  const locked = await tx
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', sql<RefundId>`any (${ids}::int[])`)
    .where('state', '=', 'OWED')
    .where('refund_file_id', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(locked.map(({ id }) => id))
}

/** Locks a refund, and tells whether a file pays it. */
export async function isRefundInFile(tx: Tx, id: RefundId): Promise<boolean> {
  const { refund_file_id: fileId } = await tx
    .selectFrom('refunds')
    .select('refund_file_id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return fileId !== null
}

/** Inserts an empty file. */
export function insertRefundFile(tx: Tx, by: UserId): Promise<{ id: RefundFileId; madeAt: Date }> {
  return tx
    .insertInto('refund_files')
    .values({ made_by: by })
    .returning(['id', 'made_at as madeAt'])
    .executeTakeFirstOrThrow()
}

type Content = { id: RefundFileId; content: string; refundIds: readonly RefundId[] }

/** Writes a file, whose content names its id, and puts locked refunds into it. */
export async function fillRefundFile(tx: Tx, { id, content, refundIds }: Content): Promise<void> {
  await tx.updateTable('refund_files').set({ content }).where('id', '=', id).execute()
  await tx
    .updateTable('refunds')
    .set({ refund_file_id: id })
    .where('id', '=', sql<RefundId>`any (${refundIds}::int[])`)
    .execute()
}

/** Reads a file that was not withdrawn. */
export function selectRefundFile(db: Db | Tx, id: RefundFileId) {
  return db
    .selectFrom('refund_files')
    .select(['id', 'content'])
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Lists the files with refunds that are not paid yet, newest first. */
export async function selectOpenRefundFiles(db: Db): Promise<RefundFiles['files'][number][]> {
  const { rows } = await sql<RefundFiles['files'][number]>`
    select refund_files.id, made_at as "madeAt", users.email as "madeBy", count(*)::int as open,
      sum(refunds.amount) as "openAmount"
    from refund_files
    join users on users.id = refund_files.made_by
    join refunds on refunds.refund_file_id = refund_files.id and refunds.state = 'OWED'
    group by refund_files.id, users.email order by refund_files.id desc`.execute(db)
  return rows
}

type PaidRefund = { id: RefundId; paymentId: PaymentId }

/** Notes that the open refunds of a file are paid. Returns them. */
export async function updateRefundsOfFilePaid(tx: Tx, id: RefundFileId): Promise<PaidRefund[]> {
  return tx
    .updateTable('refunds')
    .set({ state: 'BY_HAND', next_look_at: null })
    .where('refund_file_id', '=', id)
    .where('state', '=', 'OWED')
    .returning(['id', 'payment_id as paymentId'])
    .execute()
}

/** Locks the payments of the open refunds of a file, so that the money that came of them stays. */
export async function lockPaymentsOfFile(tx: Tx, id: RefundFileId): Promise<{ id: PaymentId; taken: Cents | null }[]> {
  return tx
    .selectFrom('payments')
    .select(['id', 'taken'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('refunds')
          .select('refunds.id')
          .whereRef('refunds.payment_id', '=', 'payments.id')
          .where('refund_file_id', '=', id)
          .where('refunds.state', '=', 'OWED'),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Takes the open refunds out of a file, whose transfers stay known. Returns how many there were. */
export async function withdrawFile(tx: Tx, id: RefundFileId): Promise<number> {
  const { rows } = await sql`
    with taken as (
      update refunds set refund_file_id = null where refund_file_id = ${id} and state = 'OWED' returning id, payment_id
    )
    insert into withdrawn_transfers (refund_file_id, refund_id, payment_id)
    select ${id}::int, id, payment_id from taken returning refund_id`.execute(tx)
  await tx
    .updateTable('refund_files')
    .set({ withdrawn_at: sql<Date>`shop_now()` })
    .where('id', '=', id)
    .execute()
  return rows.length
}

/** Locks a refund of a bank transfer, and reads it. Undefined if there is none. */
export function lockTransferredRefund(tx: Tx, id: RefundId) {
  return tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount', 'refunds.state', 'refund_file_id as fileId', 'payment_id as paymentId'])
    .where('refunds.id', '=', id)
    .where('provider', '=', 'transfer')
    .forNoKeyUpdate('refunds')
    .executeTakeFirst()
}

/**
 * Finds the payments whose refunds these transfers paid or will pay. Also those of withdrawn files, which a bank may
 * have had, and of refunds that do not exist any more. Other transfers are missing, or of another file.
 */
export async function selectPaidTransfers(
  db: Db | Tx,
  transfers: readonly RefundTransfer[],
): Promise<(RefundTransfer & { paymentId: PaymentId })[]> {
  const fileIds = transfers.map(({ fileId }) => fileId)
  const refundIds = transfers.map(({ refundId }) => refundId)
  const { rows } = await sql<RefundTransfer & { paymentId: PaymentId }>`
    select id as "refundId", refund_file_id as "fileId", payment_id as "paymentId" from refunds
    where refund_file_id = any (${fileIds}::int[]) and id = any (${refundIds}::int[])
    union all
    select refund_id, refund_file_id, payment_id from withdrawn_transfers
    where refund_file_id = any (${fileIds}::int[]) and refund_id = any (${refundIds}::int[])`.execute(db)
  return rows
}

/** Notes that a statement shows the transfer of a locked refund. */
export async function updateRefundTransferred(tx: Tx, id: RefundId): Promise<void> {
  await tx.updateTable('refunds').set({ state: 'BY_HAND', next_look_at: null }).where('id', '=', id).execute()
}
