import { counted, numberText } from '#domain/number-text.ts'
import type { ProblemDetails } from '#domain/problem.ts'

/** Tells which limit of unpaid orders at the box office an order would exceed. */
export function tooManyDeskOrdersText({ limit, scope, held }: ProblemDetails['too_many_desk_orders']): string {
  const way = 'Please pay for them at the box office, cancel one, or choose another way to pay.'
  return scope === 'orders'
    ? `At most ${counted(limit, 'order', 'orders')} can wait to be paid at the box office. ${way}`
    : `Orders that wait to be paid at the box office can hold at most ${counted(limit, 'place', 'places')}${held > 0 ? `; yours hold ${numberText(held)} already. ${way}` : '. Please choose fewer places, or another way to pay.'}`
}

/** Tells which limit of unpaid orders by bank transfer, or of pieces in unpaid orders, an order would exceed. */
export function tooManyUnpaidOrdersText({ limit, scope, held }: ProblemDetails['too_many_unpaid_orders']): string {
  if (scope === 'orders') {
    return `At most ${counted(limit, 'order', 'orders')} can wait for your bank transfer. Please pay for them, cancel one, or choose another way to pay.`
  }
  const already = held > 0 ? `; yours contain ${numberText(held)} already` : ''
  return `Orders that are not paid yet can contain at most ${counted(limit, 'piece', 'pieces')} of merchandise${already}. Please choose fewer, or another way to pay.`
}
