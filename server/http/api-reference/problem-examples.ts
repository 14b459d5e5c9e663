import type { ProblemDocument } from '#contract/problem-document.ts'
import { statusOfProblem } from '#contract/problem-status.ts'
import { documentOf, sentenceOf } from '#contract/problems.ts'
import type { TicketId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { MAX_ORDER_POINTS, MAX_ORDER_TOTAL } from '#domain/orders.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '#domain/problem.ts'

type CodeWithDetails = { [Code in ProblemCode]: keyof ProblemDetails[Code] extends never ? never : Code }[ProblemCode]

/** The details of an example of each problem. A new problem with details does not compile without a line here. */
const exampleDetails: Pick<ProblemDetails, CodeWithDetails> = {
  busy: { retryAfterSeconds: 2 },
  cart_full: { limit: 200 },
  change_needs_confirmation: { tickets: 12, customers: 7, unreachable: 0 },
  changed_meanwhile: { what: 'event', fields: [{ field: 'title', message: 'Changed meanwhile to: Carmen' }] },
  customer_limit_reached: { product: 'Tote bag', limit: 5 },
  deleted: { what: 'artist' },
  dispute_smaller: { chosen: cents(9_100), taken: cents(4_550) },
  image_too_large: { limit: 'side' },
  accounting_not_set_up: { missing: ['DATEV_REVENUE_ACCOUNTS for 13 %'] },
  in_use: { what: 'artist', uses: '2 shows' },
  invalid_fields: { fields: [{ field: 'email', message: 'Value is required' }] },
  malformed: { reason: 'The request body is not valid JSON.' },
  method_not_allowed: { allowed: ['GET', 'HEAD'] },
  not_enough_places: { tickets: 4 },
  not_enough_points: { needed: 90, balance: 45 },
  not_found: { what: 'show' },
  not_on_sale: { product: 'Tote bag' },
  not_redeemable: { product: 'Tote bag' },
  points_only: { product: 'Tote bag' },
  order_too_large: { limit: MAX_ORDER_TOTAL },
  order_too_many_points: { limit: MAX_ORDER_POINTS },
  out_of_stock: { product: 'Tote bag', left: 3 },
  payment_method_too_late: { until: '1 week' },
  statement_refused: { reason: 'This file is no readable account statement.' },
  payment_unavailable: { retryAfterSeconds: 5 },
  plan_file_refused: { sentences: ['line 4: a seat needs a position, x and y.'] },
  plan_name_taken: { name: 'Great Hall' },
  plan_retired: { name: 'Great Hall' },
  shows_need_confirmation: { oddities: '2 warnings' },
  prices_changed: { total: cents(4_550), points: 300 },
  reservation_run_out: { ticketIds: [12 as TicketId] },
  second_factor_needed: { token: 'eyJhbGciOi…' },
  seats_taken: { places: [{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 }] },
  too_many_desk_orders: { limit: 3, scope: 'orders', held: 3 },
  too_many_unpaid_orders: { limit: 3, scope: 'orders', held: 3 },
  too_many_refunds: { limit: 200 },
  too_many_products_today: { limit: 10 },
  sale_not_started: {
    saleStartsAt: new Date('2099-02-01T09:00:00Z'),
    timeZone: 'Europe/Vienna',
    retryAfterSeconds: 3_600,
  },
  too_many_requests: { retryAfterSeconds: 60 },
  too_many_reservations: { limit: 20, scope: 'show' },
  waiting: { ahead: 120, retryAfterSeconds: 60 },
  unfinished: { retryAfterSeconds: 2 },
}
const details: Partial<ProblemDetails> = exampleDetails

const codes = Object.keys(statusOfProblem) as ProblemCode[]

function exampleOf(code: ProblemCode): Problem {
  return new Problem(code, details[code] ?? {})
}

/** Lists all problem codes as a Markdown table, each with its status and an example of its sentence. */
export function problemsTable(): string {
  const rows = codes.map((code) => `| \`${code}\` | ${statusOfProblem[code]} | ${sentenceOf(exampleOf(code))} |`)
  return ['| Code | Status | Example |', '|---|---|---|', ...rows].join('\n')
}

/** Returns examples of all problems for the document's components: each as a sentence and as a problem document. */
export function problemExamples(): Record<string, { value: string | ProblemDocument }> {
  return Object.fromEntries(
    codes.flatMap((code) => [
      [code, { value: sentenceOf(exampleOf(code)) }],
      [documentNameOf(code), { value: documentOf(exampleOf(code)) }],
    ]),
  )
}

type References = Record<string, { $ref: string }>

/** References the examples of some problems as sentences. */
export function sentencesOf(some: readonly ProblemCode[]): References {
  return Object.fromEntries(some.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

/** References the examples of some problems as problem documents. */
export function documentsOf(some: readonly ProblemCode[]): References {
  return Object.fromEntries(some.map((code) => [code, { $ref: `#/components/examples/${documentNameOf(code)}` }]))
}

const documentNameOf = (code: ProblemCode) => `${code}_document`
