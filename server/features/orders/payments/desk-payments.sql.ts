import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { DeskPayment, listDeskPayments } from '#contract/admin-desk-payments.ts'
import type { Paged } from '#contract/fields.ts'
import type { Db } from '#server/db/connection.ts'
import { allOf, anyOf, containedIn, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

type Search = z.output<typeof listDeskPayments.query>

/** Lists the open payments at the box office with their items, the first to run out first. */
export function selectDeskPayments(db: Db, { text, ...page }: Search): Promise<Paged<DeskPayment>> {
  const customer = sql`(pending_orders.customer_first_name || ' ' || pending_orders.customer_last_name)`
  const matches = anyOf([
    containedIn(customer, text),
    contains('payments.provider_ref', text),
    contains('users.email', text),
  ])
  const found = db
    .selectFrom('payments')
    .innerJoin('pending_orders', 'pending_orders.id', 'payments.pending_order_id')
    .innerJoin('users', 'users.id', 'pending_orders.user_id')
    .select([
      'payments.id',
      sql<string>`payments.provider_ref`.as('number'),
      'pending_orders.customer_first_name as firstName',
      'pending_orders.customer_last_name as lastName',
      'users.email',
      'payments.amount as total',
      'pending_orders.points',
      'pending_orders.created_at as startedAt',
      'payments.pay_until as payUntil',
      sql<DeskPayment['items']>`(
        select json_agg(json_build_object('name', name, 'quantity', quantity, 'price', price) order by position)
        from pending_order_items item where item.pending_order_id = pending_orders.id)`.as('items'),
    ])
    .where('payments.provider', '=', 'desk')
    .where('payments.state', '=', 'OPEN')
    .where(allOf([matches]))
    .orderBy('payments.pay_until')
    .orderBy('payments.id')
  return pageOf(found, page)
}
