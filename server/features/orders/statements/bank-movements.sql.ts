import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { BankMovement, listBankMovements } from '#contract/admin-bank-statements.ts'
import type { Paged } from '#contract/fields.ts'
import type { SentTransfer, StatementMovement } from '#domain/payments/bank-movements.ts'
import type { BankMovementId, BankStatementId, PaymentId, RefundId, UserId } from '#domain/ids.ts'
import type { MovementFinding, MovementState, PaymentState } from '#domain/payments/payments.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, anyOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'
import { hasNoCredit } from '../payments/movement-cause.sql.ts'

/** A movement with what it means. `fingerprint` and `ordinal` name it in every file. */
export type FoundMovement = StatementMovement & {
  fingerprint: string
  ordinal: number
  /** Whether it is stored already. */
  isKnown: boolean
  /** Names it as another movement than the stored one that it equals. Null if it is new or surely stored. */
  otherKey: string | null
  reference: string | null
  paymentId: PaymentId | null
  finding: MovementFinding
}

/** The sum of the refunds of a payment that is named by a column, in cents. */
const returnedOf = (paymentId: string) => sql<number>`(
  select coalesce(sum(amount), 0)::int from refunds where refunds.payment_id = ${sql.ref(paymentId)})`

/** Reads the transfers with these references. `isOpen`: whether the order can still be paid. */
export function selectTransfers(db: Db | Tx, references: readonly string[]) {
  return db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .select(['payments.id', 'payments.amount', 'payments.taken', 'payments.state', 'invoice_id as invoiceId'])
    .select([sql<string>`provider_ref`.as('reference'), sql<boolean>`pending_orders.state = 'OPEN'`.as('isOpen')])
    .select([hasNoCredit('payments.id').as('hasNoCredit'), returnedOf('payments.id').as('returned')])
    .where('provider', '=', 'transfer')
    .where('provider_ref', '=', sql<string>`any (${references}::text[])`)
    .execute()
}

/** Sums the refunds of a locked transfer, in cents. */
export async function selectReturned(tx: Tx, id: PaymentId): Promise<number> {
  const payment = tx.selectFrom('payments').select(returnedOf('payments.id').as('returned')).where('id', '=', id)
  return (await payment.executeTakeFirstOrThrow()).returned
}

/** Tells whether a locked transfer was settled by hand, and no money that came is known as its own. */
export async function isSettledByHand(tx: Tx, { id, state }: { id: PaymentId; state: PaymentState }): Promise<boolean> {
  if (state !== 'TAKEN') return false
  const found = await tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where(hasNoCredit('payments.id'))
    .executeTakeFirst()
  return found !== undefined
}

const STATEMENTS = 7_401_005

/** Serialises the booking of statements, so that each movement is stored once. */
export async function lockStatements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${STATEMENTS})`.execute(tx)
}

/** Reads the accounts to which customers were told to transfer money. */
export async function selectToldAccounts(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ iban: string }>`
    select distinct instructions ->> 'iban' as iban from payments
    where provider = 'transfer' and instructions is not null order by iban`.execute(db)
  return rows.map(({ iban }) => iban)
}

type Sought = {
  fingerprints: readonly string[]
  references: readonly string[]
  unnamed: readonly { bookedOn: string; amount: number }[]
}

/** Reads the stored movements with these fingerprints or references, or without any of these days and amounts. */
export function selectStoredMovements(db: Db | Tx, { fingerprints, references, unnamed }: Sought) {
  const days = unnamed.map(({ bookedOn }) => bookedOn)
  const amounts = unnamed.map(({ amount }) => amount)
  return db
    .selectFrom('bank_movements')
    .select(['fingerprint', 'ordinal', 'bank_ref as bankRef', 'payer_iban as payerIban'])
    .select([sql<string>`booked_on::text`.as('bookedOn'), 'amount', 'reference'])
    .select(['payer_name as payerName', 'purpose'])
    .where(
      sql<boolean>`(
        fingerprint = any (${fingerprints}::text[]) or reference = any (${references}::text[])
        or reference is null and (booked_on, amount) in (select * from unnest(${days}::date[], ${amounts}::int[])))`,
    )
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
}

/** Inserts a statement. */
export async function insertStatement(tx: Tx, by: UserId, fileName: string): Promise<BankStatementId> {
  const { id } = await tx
    .insertInto('bank_statements')
    .values({ file_name: fileName, booked_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Limits the rows of one statement, because it has at most 65,535 values. */
const BATCH = 1_000

/** Inserts movements that are not stored yet, as open. Returns them. */
export async function insertMovements(tx: Tx, statementId: BankStatementId, movements: readonly FoundMovement[]) {
  const added = movements.filter(({ isKnown }) => !isKnown)
  const rows = added.map((movement) => ({
    ...{ statement_id: statementId, fingerprint: movement.fingerprint, ordinal: movement.ordinal },
    ...{ bank_ref: movement.bankRef, booked_on: movement.bookedOn, amount: movement.amount },
    ...{ payer_name: movement.payerName, payer_iban: movement.payerIban, purpose: movement.purpose },
    ...{ reference: movement.reference, payment_id: movement.paymentId, finding: movement.finding },
    ...{ state: 'OPEN' as const, open_amount: Math.abs(movement.amount), note: null },
    refund_id: null,
  }))
  const inserted: { id: BankMovementId; finding: MovementFinding }[] = []
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    inserted.push(...(await tx.insertInto('bank_movements').values(batch).returning(['id', 'finding']).execute()))
  }
  return inserted
}

/** Tells whether a transfer of a refund was found before. */
export async function hasSentTransfer(tx: Tx, refundId: RefundId): Promise<boolean> {
  const sent = await tx
    .selectFrom('bank_movements')
    .select('id')
    .where('refund_id', '=', refundId)
    .where('finding', '=', 'SENT')
    .executeTakeFirst()
  return sent !== undefined
}

/** A transfer of a refund. `refundId`: null if that does not exist any more. `fits`: whether it paid the refund. */
type FoundTransfer = SentTransfer & {
  fingerprint: string
  ordinal: number
  refundId: RefundId | null
  paymentId: PaymentId
  fits: boolean
}

/** Inserts a transfer of the shop, as open if it does not fit. */
export async function insertSentTransfer(
  tx: Tx,
  statementId: BankStatementId,
  { fingerprint, ordinal, bankRef, bookedOn, amount, recipient, reference, refundId, paymentId, fits }: FoundTransfer,
): Promise<void> {
  await tx
    .insertInto('bank_movements')
    .values({
      ...{ statement_id: statementId, fingerprint, ordinal, bank_ref: bankRef, booked_on: bookedOn, amount: -amount },
      ...{ payer_name: recipient, payer_iban: null, purpose: reference, reference: null, note: null },
      ...{ payment_id: paymentId, refund_id: refundId, finding: fits ? 'SENT' : 'NOT_OWED' },
      ...{ state: fits ? 'BOOKED' : 'OPEN', open_amount: fits ? 0 : amount },
    })
    .execute()
}

/** Lists exact movements that are not booked yet, because a server stopped in between. */
export function selectUnbookedMovements(db: Db) {
  return db
    .selectFrom('bank_movements')
    .innerJoin('bank_statements', 'bank_statements.id', 'bank_movements.statement_id')
    .select(['bank_movements.id', 'bank_statements.booked_by as by'])
    .where('bank_movements.state', '=', 'OPEN')
    .where('finding', '=', 'EXACT')
    .where('booked_at', '<', sql<Date>`shop_now() - interval '1 minute'`)
    .limit(1_000)
    .execute()
}

const columns = [
  'bank_movements.id',
  sql<string>`booked_on::text`.as('bookedOn'),
  'bank_movements.amount',
  'payer_name as payerName',
  'payer_iban as payerIban',
  'purpose',
  'reference',
  'payment_id as paymentId',
  'finding',
  'bank_movements.state',
  'open_amount as openAmount',
  'note',
] as const

/** Reads a movement. */
export function selectMovement(db: Db | Tx, id: BankMovementId) {
  return db
    .selectFrom('bank_movements')
    .select(['statement_id as statementId', ...columns])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a movement, after the payment that it is booked to. */
export async function lockMovement(tx: Tx, id: BankMovementId) {
  await sql`select from bank_movements where id = ${id} for update`.execute(tx)
  return selectMovement(tx, id)
}

type Change = {
  state: MovementState
  openAmount: number
  finding?: MovementFinding
  paymentId?: PaymentId
  note?: string
}

/** Changes a locked movement. */
export async function updateMovement(
  tx: Tx,
  id: BankMovementId,
  { state, openAmount, finding, paymentId, note }: Change,
): Promise<void> {
  await tx
    .updateTable('bank_movements')
    .set({
      ...{ state, open_amount: openAmount },
      ...(finding && { finding }),
      ...(paymentId && { payment_id: paymentId }),
      ...(note !== undefined && { note }),
    })
    .where('id', '=', id)
    .execute()
}

type Search = z.output<typeof listBankMovements.query>

/** Lists movements, newest first; those that need somebody, or all. */
export function selectMovements(db: Db, { text, needsSomebody, ...page }: Search): Promise<Paged<BankMovement>> {
  const matches = anyOf([contains('payer_name', text), contains('payer_iban', text), contains('purpose', text)])
  const isOpen = needsSomebody ? sql<boolean>`bank_movements.state = 'OPEN'` : undefined
  const found = db
    .selectFrom('bank_movements')
    .select([...columns])
    .where(allOf([matches, isOpen]))
    .orderBy('booked_on', 'desc')
    .orderBy('bank_movements.id', 'desc')
  return pageOf(found, page)
}
