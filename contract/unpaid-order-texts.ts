import { counted, numberText } from '#domain/number-text.ts'
import type { ProblemDetails } from '#domain/problem.ts'

/** Tells which limit of unpaid orders at the box office an order would exceed. */
export function tooManyDeskOrdersText({ limit, scope, held }: ProblemDetails['too_many_desk_orders']): string {
  const payFirst = payFirstText('them at the box office')
  if (scope === 'orders') {
    return `At most ${counted(limit, 'order', 'orders')} can wait to be paid at the box office. ${payFirst}`
  }
  const most = `Orders that wait to be paid at the box office can hold at most ${counted(limit, 'place', 'places')}`
  return held > 0
    ? `${most}; yours hold ${numberText(held)} already. ${payFirst}`
    : `${most}. ${chooseText('fewer places')}`
}

/** Tells which limit of unpaid orders by bank transfer, or of pieces in unpaid orders, an order would exceed. */
export function tooManyUnpaidOrdersText(details: ProblemDetails['too_many_unpaid_orders']): string {
  if (details.scope === 'network') {
    const { limit, product } = details
    const most = `Unpaid orders from your network can contain at most ${counted(limit, 'piece', 'pieces')} of ${product}`
    return `${most}. Please choose fewer, another way to pay, or try again later.`
  }
  const { limit, scope, held } = details
  if (scope === 'orders') {
    return `At most ${counted(limit, 'order', 'orders')} can wait for your bank transfer. ${payFirstText('them')}`
  }
  const most = `Orders that are not paid yet can contain at most ${counted(limit, 'piece', 'pieces')} of merchandise`
  const already = held > 0 ? `; yours contain ${numberText(held)} already` : ''
  return `${most}${already}. ${chooseText('fewer')}`
}

const payFirstText = (what: string) => `Please pay for ${what}, cancel one, or choose another way to pay.`

const chooseText = (what: string) => `Please choose ${what}, or another way to pay.`
