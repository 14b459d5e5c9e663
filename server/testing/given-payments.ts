import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  BankMovementId,
  MerchandisePurchaseId,
  PaymentId,
  ProductId,
  RefundFileId,
  RefundId,
  UserId,
} from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '#server/db/connection.ts'

/** Creates a payment of 50 € that bought nothing: nobody paid it, or its money goes back. */
export async function givenPayment(db: Db, userId: UserId, state: 'CLOSED' | 'TAKEN'): Promise<PaymentId> {
  const { id: orderId } = await db
    .insertInto('pending_orders')
    .values({ ...orderOf(userId), state: 'GONE', ended_at: sql<Date>`shop_now()`, payment_type: 'VISA' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isTaken = state === 'TAKEN'
  const { id } = await db
    .insertInto('payments')
    .values({
      pending_order_id: orderId,
      provider: 'stripe',
      amount: cents(5_000),
      state,
      pay_until: sql<Date>`shop_now()`,
      provider_ref: isTaken ? `cs_${randomUUID()}` : null,
      taken_at: isTaken ? sql<Date>`shop_now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('payment_steps').values({ payment_id: id, to_state: state, cause: 'given' }).execute()
  return id
}

/** Creates a movement of 50 € without a reference. */
export async function givenBankMovement(db: Db, by: UserId): Promise<BankMovementId> {
  const { id: statementId } = await db
    .insertInto('bank_statements')
    .values({ file_name: 'statement.csv', booked_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('bank_movements')
    .values({
      ...{ statement_id: statementId, fingerprint: randomUUID(), ordinal: 0, bank_ref: null, booked_on: '2026-11-23' },
      ...{ amount: 5_000, payer_name: 'Ada Guest', payer_iban: null, purpose: 'Tickets', reference: null },
      ...{ payment_id: null, finding: 'UNKNOWN', state: 'OPEN', open_amount: 5_000, note: null, refund_id: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a payment file for the bank without open refunds. */
export async function givenRefundFile(db: Db, by: UserId): Promise<RefundFileId> {
  const { id } = await db
    .insertInto('refund_files')
    .values({ made_by: by, content: '<Document/>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates an order of a product for 50 € that its customer wants to pay at the box office. */
export async function givenDeskPayment(db: Db, userId: UserId, productId: ProductId): Promise<PaymentId> {
  const { id: orderId } = await db
    .insertInto('pending_orders')
    .values({ ...orderOf(userId), payment_type: 'DESK' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pending_order_items')
    .values({
      ...{ pending_order_id: orderId, position: 0, merchandise_product_id: productId, cart_line_id: LINE, name: 'Mug' },
      ...{ quantity: 1, price: cents(5_000), vat_percent: 20, use_points: false, points: 0 },
      ...{ ticket_id: null, event_show_id: null, place_id: null, reserved_until: null },
    })
    .execute()
  const payment = { pending_order_id: orderId, provider: 'desk', amount: cents(5_000), state: 'OPEN' } as const
  const { id } = await db
    .insertInto('payments')
    .values({ ...payment, pay_until: sql<Date>`shop_now() + interval '1 day'`, provider_ref: `D-${orderId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('payment_steps').values({ payment_id: id, to_state: 'OPEN', cause: 'given' }).execute()
  return id
}

/** A cart line that was removed meanwhile. */
const LINE = 999_999 as MerchandisePurchaseId

const orderOf = (userId: UserId) => ({
  ...{ user_id: userId, total: cents(5_000), points: 0, items_fingerprint: randomUUID() },
  ...{ customer_first_name: 'Ada', customer_last_name: 'Guest', customer_address: 'Ring 1' },
})

/** Creates a refund of a payment that the provider refused. */
export async function givenFailedRefund(db: Db, paymentId: PaymentId): Promise<RefundId> {
  const refund = { payment_id: paymentId, amount: cents(5_000), reason: 'LATE', state: 'FAILED' } as const
  const { id } = await db
    .insertInto('refunds')
    .values({ ...refund, next_look_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a lost dispute of a payment, `du_` and the payment's id. Returns the payment. */
export async function givenLostDispute(db: Db, paymentId: PaymentId): Promise<PaymentId> {
  const dispute = { provider: 'stripe', provider_ref: `du_${paymentId}`, amount: cents(5_000), state: 'LOST' } as const
  await db
    .insertInto('disputes')
    .values({ ...dispute, payment_id: paymentId, opened_at: sql<Date>`shop_now()` })
    .execute()
  return paymentId
}
