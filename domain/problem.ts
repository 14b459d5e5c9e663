import type { ImageLimit } from './image-limits.ts'
import type { Cents } from './money.ts'
import type { TicketId } from './ids.ts'
import type { PlaceName } from './tickets/places.ts'

/** Every problem code, with the details that its sentence shows to the customer. */
export type ProblemDetails = {
  account_locked: Record<never, never>
  account_not_confirmed: Record<never, never>
  accounting_not_set_up: { missing: readonly string[] }
  already_bought: Record<never, never>
  body_too_large: Record<never, never>
  busy: { retryAfterSeconds: number }
  /** Counts the live tickets that a change concerns, their customers, and the buyers without a mail address. */
  change_needs_confirmation: { tickets: number; customers: number; unreachable: number }
  cart_full: { limit: number }
  /** `fields`: what the other edit changed. */
  changed_meanwhile: { what: string; fields: readonly FieldProblem[] }
  confirmation_code_void: Record<never, never>
  confirmation_code_wrong: Record<never, never>
  confirmation_token_invalid: Record<never, never>
  customer_limit_reached: { product: string; limit: number }
  deleted: { what: string }
  email_not_verified: Record<never, never>
  email_taken: Record<never, never>
  forbidden: Record<never, never>
  /** A gate whose name another gate of the location has. */
  gate_name_taken: Record<never, never>
  idempotency_key_reused: Record<never, never>
  image_in_use: Record<never, never>
  image_not_processed: Record<never, never>
  image_too_large: { limit: ImageLimit }
  /** `uses` counts what refers to the record, such as '2 shows'. */
  in_use: { what: string; uses: string }
  invalid_fields: { fields: readonly FieldProblem[] }
  last_admin: Record<never, never>
  login_expired: Record<never, never>
  malformed: { reason: string }
  method_not_allowed: { allowed: readonly string[] }
  /** A movement of the bank account whose money was dealt with. */
  movement_done: Record<never, never>
  /** A mail to a guest or a deleted account. */
  no_email_address: Record<never, never>
  not_enough_places: { tickets: number; maxPrice?: Cents | undefined }
  not_enough_points: { needed: number; balance: number }
  not_found: { what: string }
  not_on_sale: { product: string }
  not_png: Record<never, never>
  not_redeemable: { product: string }
  not_signed_in: Record<never, never>
  not_yourself: Record<never, never>
  nothing_selected: Record<never, never>
  nothing_to_pay: Record<never, never>
  order_too_large: { limit: Cents }
  order_too_many_points: { limit: number }
  out_of_stock: { product: string; left: number }
  /** A dispute that is not lost, or that an administrator has ended. */
  dispute_not_lost: Record<never, never>
  /** Cents of the chosen items, and of what the bank took. */
  dispute_smaller: { chosen: Cents; taken: Cents }
  /** A code of a pairing that is unknown, used or expired. */
  pairing_code_wrong: Record<never, never>
  /** A payment on which the customer's bank decides, or has decided against the shop. */
  payment_disputed: Record<never, never>
  /** A payment that has ended already. */
  payment_ended: Record<never, never>
  /** `until`: how long before the show this way to pay is offered. */
  payment_method_too_late: { until: string }
  /** An order that a provider has to be paid for first. */
  payment_needed: Record<never, never>
  payment_refused: Record<never, never>
  payment_type_missing: Record<never, never>
  payment_unavailable: { retryAfterSeconds: number }
  /** A payment whose address nobody was told. */
  payment_unopened: Record<never, never>
  payment_payable: Record<never, never>
  refund_under_way: Record<never, never>
  /** Items of the order are being paid in another payment, or a customer still pays. */
  payment_under_way: Record<never, never>
  places_not_bookable: Record<never, never>
  /** `sentences`: what is wrong with the file, each with its line or its seat. */
  plan_file_refused: { sentences: readonly string[] }
  plan_name_taken: { name: string }
  plan_retired: { name: string }
  points_only: { product: string }
  prices_changed: { total: Cents; points: number }
  /** Of reports, which can be asked for again. */
  provider_silent: Record<never, never>
  nothing_owed: Record<never, never>
  refund_came_back: Record<never, never>
  refund_exported: Record<never, never>
  refund_not_failed: Record<never, never>
  reservation_run_out: { ticketIds: readonly TicketId[] }
  reset_token_invalid: Record<never, never>
  /** Of a show whose sale to customers starts later. `timeZone`: of the venue. */
  sale_not_started: { saleStartsAt: Date; timeZone: string; retryAfterSeconds: number }
  /** `places` are taken by others; `own` are requested places that the customer already holds. */
  seats_taken: { places: readonly PlaceName[]; own?: readonly PlaceName[] }
  /** A call of an administrator in a shop that requires a second factor. */
  second_factor_missing: Record<never, never>
  /** `token`: continues the login whose password was right. */
  second_factor_needed: { token: string }
  second_factor_off: Record<never, never>
  second_factor_on: Record<never, never>
  second_factor_wrong: Record<never, never>
  show_cancelled: Record<never, never>
  show_off_sale: Record<never, never>
  show_over: Record<never, never>
  show_started: Record<never, never>
  /** `oddities` counts what is odd about shows to create, such as '2 warnings'. */
  shows_need_confirmation: { oddities: string }
  /** Held places that are released or sold meanwhile. */
  places_not_held: Record<never, never>
  /** `reason`: why a file is no account statement of the shop. */
  statement_refused: { reason: string }
  standing_full: Record<never, never>
  ticket_bought: Record<never, never>
  ticket_not_bought: Record<never, never>
  /** A ticket that another person has received. */
  ticket_given_away: Record<never, never>
  ticket_not_refundable: Record<never, never>
  ticket_not_transferable: Record<never, never>
  ticket_offered: Record<never, never>
  ticket_refunded: Record<never, never>
  /** A link to a ticket that somebody has accepted. */
  transfer_accepted: Record<never, never>
  /** A link to a ticket that is not offered, or no longer. */
  transfer_ended: Record<never, never>
  transfer_too_late: Record<never, never>
  transfer_to_yourself: Record<never, never>
  /** More unpaid orders at the box office, or places in them, than a customer may have open. `held`: open already. */
  too_many_desk_orders: { limit: number; scope: 'orders' | 'places'; held: number }
  /**
   * More unpaid orders by bank transfer, or pieces of merchandise in unpaid orders, than a customer may have open. Or
   * more pieces of a product than unpaid orders of a client network may contain.
   */
  too_many_unpaid_orders:
    | { limit: number; scope: 'orders' | 'pieces'; held: number }
    | { limit: number; scope: 'network'; product: string }
  /** A ticket whose person was admitted. */
  ticket_used: Record<never, never>
  too_many_products_today: { limit: number }
  /** More tickets of a show than a customer may refund without the box office. */
  too_many_refunds: { limit: number }
  too_many_requests: { retryAfterSeconds: number }
  /** `held`: number of reservations the customer already has within the scope. */
  too_many_reservations: { limit: number; scope: 'show' | 'customer' | 'network'; held?: number }
  /** Of a request that changes something and was not answered in time. Its outcome is unknown. */
  unfinished: { retryAfterSeconds: number }
  unsupported_media_type: Record<never, never>
  /** Of a customer without a pass, where there is a line. `ahead`: people before, null without a place. */
  waiting: { ahead: number | null; retryAfterSeconds: number }
  wrong_credentials: Record<never, never>
  wrong_password: Record<never, never>
}

export type FieldProblem = { field: string; message: string }

export type ProblemCode = keyof ProblemDetails

/** An expected refusal of a request. Any other thrown error is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly details: ProblemDetails[ProblemCode]

  constructor(code: ProblemCode, details: ProblemDetails[ProblemCode]) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** Creates a problem; `details` is required by type when its code has any: `problem('not_found', { what: 'show' })`. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...[details]: keyof ProblemDetails[Code] extends never ? [] : [details: ProblemDetails[Code]]
): Problem {
  return new Problem(code, details ?? {})
}
