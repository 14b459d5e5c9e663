import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId } from '#domain/ids.ts'
import { Problem } from '#domain/problem.ts'
import { Batcher, type Outcome, Refusal } from '#server/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll, type Tx } from '#server/db/connection.ts'
import { APART, type CustomerRequest, lockBatch, settleKeys } from '#server/db/customer-batch.ts'
import type { Cause } from '#server/db/job-payload.ts'
import { inBatchTransaction } from '#server/db/batch-transaction.ts'
import { itemsToBuyAtOnce } from './buy-at-once.ts'
import { type ItemsToBuy, lockOrderedTickets, NO_LINES, type WantedItems } from './items-to-buy.ts'
import { selectOrdersOfItems } from './orders.sql.ts'
import { writeOrders } from './write-order.ts'

export type TicketOrder = CustomerRequest & WantedItems & { order: NewOrder; cause: Cause }

type Answer = { id: InvoiceId } | typeof APART
export type OrderTogether = (order: TicketOrder) => Promise<Answer>

const LIMITS = { size: 32, lanes: 2, maxWaiting: 2_000 }

/**
 * Returns a function that places orders of tickets alone together with concurrent ones, in one transaction that waits
 * for the invoice counter once. Answers `APART` for a key that was used before, and for a customer of whom another
 * transaction works on something.
 */
export function orderingTogether(context: AppContext): OrderTogether {
  const limits = { ...LIMITS, keyOf: ({ userId }: TicketOrder) => userId, isShared: isFaultOfAll }
  const batcher = new Batcher<TicketOrder, Answer>(limits, (orders) =>
    inBatchTransaction(context, (tx) => orderBatch(tx, context, orders)),
  )
  return (order) => batcher.ask(order)
}

/** Takes the locks in their order: keys, customers, tickets. The invoice counter is locked during the commit. */
async function orderBatch(tx: Tx, context: AppContext, orders: readonly TicketOrder[]): Promise<Outcome<Answer>[]> {
  const batch = await lockBatch(tx, orders)
  const [placedBefore, tickets] = await Promise.all([
    selectOrdersOfItems(tx, batch.open),
    lockOrderedTickets(
      tx,
      batch.open.flatMap(({ ticketIds }) => ticketIds),
    ),
  ])
  const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const outcomes = new Map<TicketOrder, Outcome<Answer>>()
  const sold: { order: TicketOrder; items: ItemsToBuy }[] = []
  for (const order of batch.open) {
    const before = placedBefore.get(order.userId)
    const own = order.ticketIds.flatMap((id) => ticketOf.get(id) ?? [])
    const items = refusedBy(() => itemsToBuyAtOnce(context, { tickets: own, ...NO_LINES }, order))
    if (before !== undefined) outcomes.set(order, { id: before })
    else if (items instanceof Refusal) outcomes.set(order, items)
    else sold.push({ order, items })
  }
  const invoiceIds = await writeOrders(
    tx,
    context.settings,
    sold.map(({ order, items }) => ({ ...order, ...items, customer: order.order.userPaymentInfoDto, paidBy: null })),
  )
  for (const [at, { order }] of sold.entries()) outcomes.set(order, { id: invoiceIds[at] as InvoiceId })
  await settleKeys(tx, batch, outcomes)
  return orders.map((order) => outcomes.get(order) ?? APART)
}

/** Returns the problem that a check throws as the refusal of its request. */
function refusedBy<Result>(check: () => Result): Result | Refusal {
  try {
    return check()
  } catch (error) {
    if (error instanceof Problem) return new Refusal(error)
    throw error
  }
}
