import type { NewOrder } from '#contract/orders.ts'
import type { InvoiceId, ProductId, ShowId } from '#domain/ids.ts'
import { Problem } from '#domain/problem.ts'
import { ALONE, Batcher, type Outcome, Refusal } from '#server/concurrency/batcher.ts'
import type { AppContext } from '#server/context.ts'
import { isFaultOfAll, type Tx } from '#server/db/connection.ts'
import { APART, type CustomerRequest, lockBatch, settleKeys } from '#server/db/customer-batch.ts'
import type { Cause } from '#server/db/job-payload.ts'
import { inBatchTransaction } from '#server/db/batch-transaction.ts'
import type { CartLine } from '#server/features/cart/cart.sql.ts'
import { buyAtOnce, itemsToBuyAtOnce } from './buy-at-once.ts'
import {
  type ItemsToBuy,
  lockOrderedLines,
  lockOrderedTickets,
  NO_LINES,
  NO_TICKETS,
  type WantedItems,
} from './items-to-buy.ts'
import { selectOrdersOfItems } from './orders.sql.ts'

export type OrderRequest = CustomerRequest & WantedItems & { order: NewOrder; cause: Cause }

type Answer = { id: InvoiceId } | typeof APART
export type OrderTogether = (order: OrderRequest) => Promise<Answer>

const LIMITS = { size: 32, lanes: 2, maxWaiting: 2_000 }

/** The shows for which orders wait in batches of their own. */
type AwaitedShows = WeakMap<OrderRequest, ShowId>

/**
 * Returns a function that places orders together with concurrent ones, in one transaction that waits for the invoice
 * counter once. Orders of tickets that another transaction locks, such as the edit of their show, wait for it in
 * batches of their own. Answers `APART` for a key that was used before, and for a customer of whom another transaction
 * works on something.
 */
export function orderingTogether(context: AppContext): OrderTogether {
  const awaited: AwaitedShows = new WeakMap()
  const keyOf = ({ userId }: OrderRequest) => userId
  const groupOf = (order: OrderRequest) => awaited.get(order)
  const limits = { ...LIMITS, keyOf, groupOf, isShared: isFaultOfAll }
  const batcher = new Batcher<OrderRequest, Answer>(limits, (orders, mayWait) =>
    inBatchTransaction(context, (tx) => orderBatch(tx, context, orders, mayWait ? undefined : awaited)),
  )
  return (order) => batcher.ask(order)
}

/**
 * Takes the locks in their order: keys, customers, tickets, products. The commit locks the invoice counter. With
 * `awaited`, waits for no ticket, and notes there for which show an order has to wait.
 */
async function orderBatch(
  tx: Tx,
  context: AppContext,
  orders: readonly OrderRequest[],
  awaited: AwaitedShows | undefined,
): Promise<Outcome<Answer>[]> {
  const batch = await lockBatch(tx, orders)
  const [placedBefore, ticketsOf, linesOf] = await Promise.all([
    selectOrdersOfItems(tx, batch.open),
    lockOrderedTickets(tx, batch.open, { isFreeOnly: awaited !== undefined }),
    lockOrderedLines(tx, batch.open),
  ])
  const outcomes = new Map<OrderRequest, Outcome<Answer>>()
  const sold: { order: OrderRequest; items: ItemsToBuy }[] = []
  const soldPieces = new Map<ProductId, number>()
  for (const order of batch.open) {
    const before = placedBefore.get(order.userId)
    const { lines, ...others } = linesOf.get(order.userId) ?? NO_LINES
    const tickets = ticketsOf.get(order.userId) ?? NO_TICKETS
    const locked = { ...tickets, lines: lines.map((line) => withoutPieces(line, soldPieces)), ...others }
    const items = tickets.waitsFor ?? refusedBy(() => itemsToBuyAtOnce(context, locked, order))
    if (before !== undefined) outcomes.set(order, { id: before })
    else if (typeof items === 'number') {
      awaited?.set(order, items)
      outcomes.set(order, ALONE)
    } else if (items instanceof Refusal) outcomes.set(order, items)
    else {
      sold.push({ order, items })
      for (const { item } of items.lines)
        soldPieces.set(item.productId, (soldPieces.get(item.productId) ?? 0) + item.quantity)
    }
  }
  const invoiceIds = await buyAtOnce(
    tx,
    context.settings,
    sold.map(({ order, items }) => ({ ...order, ...items })),
  )
  for (const [at, { order }] of sold.entries()) outcomes.set(order, { id: invoiceIds[at] as InvoiceId })
  settleKeys(tx, batch, outcomes)
  return orders.map((order) => outcomes.get(order) ?? APART)
}

/** Subtracts the pieces that the batch has sold from the stock of a line's product. */
function withoutPieces({ product, ...line }: CartLine, sold: ReadonlyMap<ProductId, number>): CartLine {
  return { ...line, product: { ...product, stock: product.stock - (sold.get(product.id) ?? 0) } }
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
