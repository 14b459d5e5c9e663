import { sentenceOf, statusOfProblem } from '#contract/problems.ts'
import type { TicketId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { MAX_ORDER_TOTAL } from '#domain/orders.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '#domain/problem.ts'
import { escaped } from './html.ts'

type CodeWithDetails = { [Code in ProblemCode]: keyof ProblemDetails[Code] extends never ? never : Code }[ProblemCode]

// What is told with an example of each problem. A new one that tells something does not compile without a line here.
const told: Pick<ProblemDetails, CodeWithDetails> = {
  busy: { retryAfterSeconds: 2 },
  customer_limit_reached: { product: 'Tote bag', limit: 5 },
  image_too_large: { limit: '1 MB' },
  invalid_fields: { fields: [{ field: 'email', message: 'Value is required' }] },
  malformed: { reason: 'The request body is not valid JSON.' },
  method_not_allowed: { allowed: ['GET', 'HEAD'] },
  not_enough_places: { tickets: 4 },
  not_enough_points: { needed: 90, balance: 45 },
  not_found: { what: 'show' },
  not_on_sale: { product: 'Tote bag' },
  not_redeemable: { product: 'Tote bag' },
  order_too_large: { limit: MAX_ORDER_TOTAL },
  out_of_stock: { product: 'Tote bag', left: 3 },
  prices_changed: { total: cents(4_550) },
  reservation_run_out: { ticketIds: [12 as TicketId] },
  seats_taken: { places: [{ sectorName: 'Stalls', rowName: 'C', seatNumber: 14 }] },
  too_many_products_today: { limit: 10 },
  too_many_requests: { retryAfterSeconds: 60 },
  too_many_reservations: { limit: 20, scope: 'show' },
}
const details: Partial<ProblemDetails> = told

/** All codes of problems, each with its status and what is said of it, for example. */
export function problemsTable(): string {
  const rows = Object.entries(statusOfProblem).map(([name, status]) => {
    const code = name as ProblemCode
    const sentence = sentenceOf(new Problem(code, details[code] ?? {}))
    return `<tr id="${anchorOf(code)}"><td><code>${code}</code><td>${status}<td>${escaped(sentence)}`
  })
  return `<table><tr><th>Code<th>Status<th>For example</tr>${rows.join('')}</table>`
}

/** Codes of problems, each leading to its row of the table. */
export function problemLinks(codes: readonly string[]): string {
  return codes.map((code) => `<a href="#${anchorOf(code)}">${code}</a>`).join(', ')
}

const anchorOf = (code: string) => `problem-${code}`
