import type { Generated, GeneratedAlways } from 'kysely'
import type {
  BankMovementId,
  BankStatementId,
  InvoiceId,
  MerchandisePurchaseId,
  PaymentId,
  PendingOrderId,
  PlaceId,
  ProductId,
  RefundFileId,
  RefundId,
  ShowId,
  TicketId,
  UserId,
} from '#domain/ids.ts'
import type { PaymentInstructions } from '#domain/payments/manual-payments.ts'
import type { Cents } from '#domain/money.ts'
import type { PendingPaymentType } from '#domain/payments/payment-types.ts'
import type {
  DisputeState,
  MovementFinding,
  MovementState,
  PaymentState,
  PendingOrderState,
  RefundReason,
  RefundState,
} from '#domain/payments/payments.ts'

/** The tables of payments by a provider. */
export type PaymentTables = {
  pending_orders: {
    id: GeneratedAlways<PendingOrderId>
    user_id: UserId
    state: Generated<PendingOrderState>
    total: Cents
    points: number
    points_kept: Generated<number>
    payment_type: PendingPaymentType
    customer_first_name: string
    customer_last_name: string
    customer_address: string
    items_fingerprint: string
    created_at: Generated<Date>
    ended_at: Date | null
    invoice_id: InvoiceId | null
    client_network: Buffer | null
  }
  pending_order_items: {
    pending_order_id: PendingOrderId
    position: number
    ticket_id: TicketId | null
    event_show_id: ShowId | null
    place_id: PlaceId | null
    reserved_until: Date | null
    merchandise_product_id: ProductId | null
    cart_line_id: MerchandisePurchaseId | null
    name: string
    quantity: number
    price: Cents
    vat_percent: number
    use_points: boolean
    points: number
  }
  payments: {
    id: GeneratedAlways<PaymentId>
    key: Generated<string>
    pending_order_id: PendingOrderId
    provider: string
    amount: Cents
    state: Generated<PaymentState>
    provider_ref: string | null
    redirect_url: string | null
    paid_by: string | null
    taken: Cents | null
    pay_until: Date
    due_at: Date | null
    instructions: PaymentInstructions | null
    reminded_at: Date | null
    taken_at: Date | null
    next_look_at: Date | null
    looks: Generated<number>
    asked_at: Date | null
    doubt: string | null
    last_look: Generated<number>
  }
  payment_steps: {
    id: GeneratedAlways<number>
    payment_id: PaymentId
    at: Generated<Date>
    from_state: PaymentState | null
    to_state: PaymentState
    cause: string
    by_user: UserId | null
  }
  refunds: {
    id: GeneratedAlways<RefundId>
    key: Generated<string>
    payment_id: PaymentId
    amount: Cents
    reason: RefundReason
    cancel_invoice_id: InvoiceId | null
    state: Generated<RefundState>
    provider_ref: string | null
    failure: string | null
    created_at: Generated<Date>
    next_look_at: Generated<Date | null>
    tries: Generated<number>
    former_keys: Generated<string[]>
    refund_file_id: RefundFileId | null
  }
  refund_files: {
    id: GeneratedAlways<RefundFileId>
    made_at: Generated<Date>
    made_by: UserId
    content: Generated<string>
    withdrawn_at: Date | null
  }
  withdrawn_transfers: {
    refund_file_id: RefundFileId
    refund_id: RefundId
    payment_id: PaymentId
  }
  bank_statements: {
    id: GeneratedAlways<BankStatementId>
    file_name: string
    booked_at: Generated<Date>
    booked_by: UserId
  }
  bank_movements: {
    id: GeneratedAlways<BankMovementId>
    statement_id: BankStatementId
    fingerprint: string
    ordinal: number
    bank_ref: string | null
    booked_on: string
    amount: number
    payer_name: string
    payer_iban: string | null
    purpose: string
    reference: string | null
    payment_id: PaymentId | null
    finding: MovementFinding
    state: MovementState
    open_amount: number
    note: string | null
    refund_id: RefundId | null
  }
  disputes: {
    provider: string
    provider_ref: string
    payment_id: PaymentId
    amount: Cents
    state: DisputeState
    opened_at: Date
    ended_at: Date | null
    cancel_invoice_id: InvoiceId | null
  }
  event_looks: { provider: string; looked_until: Date }
  provider_events: {
    provider: string
    event_id: string
    type: string
    payment_ref: string
    received_at: Generated<Date>
    done_at: Date | null
  }
}
