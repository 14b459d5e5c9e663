import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { ModelCustomer, ShopModel } from './shop-model.ts'

/** Reads everything that the model predicts, as sorted lines. */
export async function selectState(db: Db, { shows, products, customers }: ShopModel): Promise<string[]> {
  const ids = (items: readonly { id: number }[]) => sql`any (${items.map(({ id }) => id)}::int[])`
  const { rows } = await sql<{ line: string }>`
    select format('ticket %s of %s: place %s, %s, %s cents, until %s, invoices %s %s', t.id, user_id, place_id, state,
      t.price, case state when 'RESERVED' then extract(epoch from reserved_until - starts_at)::int / 60 end,
      invoice_id, refund_invoice_id) as line
    from tickets t join event_shows s on s.id = t.event_show_id
    where s.id = ${ids(shows)} and (state <> 'RESERVED' or reserved_until > shop_now())
    union all
    select format('product %s: %s cents, %s points, %s left, %s', id, price, points, stock, state)
    from merchandise_products where id = ${ids(products)}
    union all
    select format('user %s: locked %s, deleted %s', id, is_locked, deleted_at is not null)
    from users where id = ${ids(customers)}
    union all
    select format('line %s of %s: %s of %s, points %s', id, user_id, quantity, merchandise_product_id, use_points)
    from merchandise_purchases where user_id = ${ids(customers)}
    union all
    select format('user %s bought %s of %s', user_id, quantity, merchandise_product_id)
    from merchandise_sales where user_id = ${ids(customers)}
    union all
    select format('invoice %s of %s: %s cents, cancels %s', id, user_id, total, cancels_invoice_id)
    from invoices where user_id = ${ids(customers)}
    union all
    select format('user %s: %s of %s points', user_id,
      coalesce(sum(points) filter (where counts_from <= shop_now()), 0), sum(points))
    from points_entries where user_id = ${ids(customers)} group by user_id`.execute(db)
  return rows.map(({ line }) => line).toSorted()
}

/** Writes the state of the model in the same form. */
export function stateOf(model: ShopModel): string[] {
  const { tickets, products, customers, invoices } = model
  const flag = (value: boolean) => (value ? 't' : 'f')
  return [
    ...tickets
      .filter((ticket) => ticket.state === 'REFUNDED' || model.isLive(ticket))
      .map(({ id, owner, placeId, state, price, until, show, invoiceId = '', refundId = '' }) => {
        const left = state === 'RESERVED' ? until - show.startsAt : ''
        const invoices = `invoices ${invoiceId} ${refundId}`
        return `ticket ${id} of ${owner.id}: place ${placeId}, ${state}, ${price} cents, until ${left}, ${invoices}`
      }),
    ...products.map(({ id, price, points, stock, isOnSale }) => {
      return `product ${id}: ${price} cents, ${points} points, ${stock} left, ${isOnSale ? 'ON_SALE' : 'OFF_SALE'}`
    }),
    ...customers.flatMap((customer) => stateOfCustomer(model, customer, flag)),
    ...invoices.map(({ id, owner, total, cancels = '' }) => {
      return `invoice ${id} of ${owner.id}: ${total} cents, cancels ${cancels}`
    }),
  ].toSorted()
}

function stateOfCustomer(model: ShopModel, customer: ModelCustomer, flag: (value: boolean) => string): string[] {
  const { id, isLocked, isDeleted, lines, sales, points } = customer
  const entries = points.filter((entry) => entry.points !== 0)
  const ever = entries.reduce((sum, entry) => sum + entry.points, 0)
  return [
    `user ${id}: locked ${flag(isLocked)}, deleted ${flag(isDeleted)}`,
    ...lines.map((line) => {
      return `line ${line.id} of ${id}: ${line.quantity} of ${line.product.id}, points ${flag(line.usePoints)}`
    }),
    ...Array.from(sales, ([product, quantity]) => `user ${id} bought ${quantity} of ${product.id}`),
    ...(entries.length > 0 ? [`user ${id}: ${model.balanceOf(customer)} of ${ever} points`] : []),
  ]
}
