import { counted, numberText } from '#domain/number-text.ts'
import type { ProblemDetails } from '#domain/problem.ts'

/** Tells which limit of unpaid orders at the box office an order would exceed. */
export function tooManyDeskOrdersText({ limit, scope, held }: ProblemDetails['too_many_desk_orders']): string {
  const payFirst = payFirstText('at the box office')
  if (scope === 'orders') {
    return `At most ${counted(limit, 'order', 'orders')} can wait to be paid at the box office. ${payFirst}`
  }
  const most = `Orders that wait to be paid at the box office can hold at most ${counted(limit, 'place', 'places')}`
  return held > 0
    ? `${most}; yours hold ${numberText(held)} already. ${payFirst}`
    : `${most}. ${chooseFewerText('places')}`
}

/** Tells which limit of unpaid orders by bank transfer, or of pieces in unpaid orders, an order would exceed. */
export function tooManyUnpaidOrdersText({ limit, scope, held }: ProblemDetails['too_many_unpaid_orders']): string {
  if (scope === 'orders') {
    return `At most ${counted(limit, 'order', 'orders')} can wait for your bank transfer. ${payFirstText()}`
  }
  const most = `Orders that are not paid yet can contain at most ${counted(limit, 'piece', 'pieces')} of merchandise`
  const already = held > 0 ? `; yours contain ${numberText(held)} already` : ''
  return `${most}${already}. ${chooseFewerText()}`
}

const payFirstText = (where = '') =>
  `${['Please pay for them', where].join(' ').trim()}, cancel one, or choose another way to pay.`

const chooseFewerText = (of = '') => `${['Please choose fewer', of].join(' ').trim()}, or another way to pay.`
