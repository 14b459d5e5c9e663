import { sql } from 'kysely'
import type { InvoiceId, MerchandisePurchaseId, PendingOrderId, ProductId, TicketId, UserId } from '#domain/ids.ts'
import type { ManualMethod, UnpaidOrders } from '#domain/payments/manual-payments.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderItem } from '#domain/orders.ts'
import type { PendingPaymentType } from '#domain/payments/payment-types.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PlaceOfShow } from '#server/db/places-of-shows.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import { oneOf } from '#server/db/one-of.ts'
import { NO_NAME } from './pending-names.sql.ts'

type NewPendingOrder = {
  userId: UserId
  total: Cents
  points: number
  paymentType: PendingPaymentType
  customer: { firstName: string; lastName: string; address: string }
  itemsFingerprint: string
  /** The keyed hash of the client network. Null if its share of products is not limited. */
  clientNetwork: Buffer | null
  items: readonly Omit<Schema['pending_order_items'], 'pending_order_id' | 'position'>[]
}

/** Inserts a pending order with its items. */
export async function insertPendingOrder(tx: Tx, order: NewPendingOrder): Promise<PendingOrderId> {
  const { id } = await tx
    .insertInto('pending_orders')
    .values({
      user_id: order.userId,
      total: order.total,
      points: order.points,
      payment_type: order.paymentType,
      customer_first_name: order.customer.firstName,
      customer_last_name: order.customer.lastName,
      customer_address: order.customer.address,
      items_fingerprint: order.itemsFingerprint,
      client_network: order.clientNetwork,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pending_order_items')
    .values(order.items.map((item, position) => ({ ...item, pending_order_id: id, position })))
    .execute()
  return id
}

/** Reads which of these cart lines are being paid. */
export function selectLinesBeingPaid(tx: Tx, lineIds: readonly MerchandisePurchaseId[]) {
  return tx
    .selectFrom('pending_order_items')
    .innerJoin('pending_orders', 'pending_orders.id', 'pending_order_items.pending_order_id')
    .select('cart_line_id as lineId')
    .where('cart_line_id', '=', oneOf(lineIds))
    .where('pending_orders.state', '=', 'OPEN')
    .execute()
}

/** Reads how many pieces of each product the pending orders of customers withhold. */
export async function selectWithheldPieces(tx: Tx, userIds: readonly UserId[]) {
  const { rows } = await sql<{ userId: UserId; productId: ProductId; quantity: number }>`
    select user_id as "userId", merchandise_product_id as "productId", sum(quantity) as quantity
    from pending_order_items join pending_orders on pending_orders.id = pending_order_id
    where user_id = any(${userIds}::int[]) and state = 'OPEN' and merchandise_product_id is not null
    group by 1, 2`.execute(tx)
  return rows
}

/** Counts the customer's unpaid orders by each manual method, and the places and pieces that they withhold. */
export async function selectUnpaidOrders(tx: Tx, userId: UserId): Promise<Record<ManualMethod, UnpaidOrders>> {
  const { rows } = await sql<UnpaidOrders & { provider: ManualMethod }>`
    select provider, count(distinct pending_orders.id)::int as orders, count(item.ticket_id)::int as places,
      coalesce(sum(item.quantity) filter (where item.merchandise_product_id is not null), 0)::int as pieces
    from pending_orders
    join payments on payments.pending_order_id = pending_orders.id
    left join pending_order_items item on item.pending_order_id = pending_orders.id
    where user_id = ${userId} and pending_orders.state = 'OPEN' and provider in ('desk', 'transfer')
      and payments.state in ('NEW', 'OPEN')
    group by provider`.execute(tx)
  const none = { orders: 0, places: 0, pieces: 0 }
  return { desk: none, transfer: none, ...Object.fromEntries(rows.map(({ provider, ...open }) => [provider, open])) }
}

/** Marks locked tickets as being paid: they have no deadline until the payment ends. */
export async function updateTicketsBeingPaid(
  tx: Tx,
  ticketIds: readonly TicketId[],
  pendingOrderId: PendingOrderId,
): Promise<void> {
  if (ticketIds.length === 0) return
  await tx
    .updateTable('tickets')
    .set({ pending_order_id: pendingOrderId, reserved_until: sql<Date>`'infinity'` })
    .where('id', '=', oneOf(ticketIds))
    .execute()
}

/** Reads the items of a pending order as its invoice will show them, tickets first, with the starts of their shows. */
export async function selectPendingItems(tx: Tx, pendingOrderId: PendingOrderId) {
  const rows = await tx
    .selectFrom('pending_order_items as item')
    .leftJoin('event_shows', 'event_shows.id', 'item.event_show_id')
    .select([
      'item.ticket_id as ticketId',
      'item.event_show_id as showId',
      'item.place_id as placeId',
      'item.merchandise_product_id as productId',
      'item.cart_line_id as lineId',
      'item.name',
      'item.quantity',
      'item.price',
      'item.vat_percent as vatPercent',
      'item.use_points as usePoints',
      'item.points',
      'event_shows.starts_at as startsAt',
    ])
    .where('item.pending_order_id', '=', pendingOrderId)
    .orderBy('item.position')
    .execute()
  const tickets = rows.flatMap(({ ticketId, showId, placeId, startsAt, ...row }) =>
    ticketId && showId && placeId && startsAt ? { startsAt, showId, placeId, item: { ...itemOf(row), ticketId } } : [],
  )
  const lines = rows.flatMap(({ productId, lineId, ...row }) =>
    productId && lineId ? { lineId, item: { ...itemOf(row), productId } } : [],
  )
  return { tickets, lines }
}

/** Reads the lines of a pending order that cost money, for the provider's page. */
export function selectPaidItems(db: Db, pendingOrderId: PendingOrderId) {
  return db
    .selectFrom('pending_order_items')
    .select(['name', 'quantity', 'price'])
    .where('pending_order_id', '=', pendingOrderId)
    .where('price', '>', 0 as Cents)
    .orderBy('position')
    .execute()
}

function itemOf({ name, quantity, price, vatPercent, usePoints, points }: OrderItem): OrderItem {
  return { name, quantity, price, vatPercent, usePoints, points }
}

type Release = {
  pendingOrderId: PendingOrderId
  /** Minutes for which the customer can try again, where the old deadline is sooner. 0 for none. */
  tryAgainMinutes: number
  /** The number of failed payments of a ticket after which its deadline is no longer extended. */
  extendedTries: number
}

/**
 * Gives the locked tickets of an ended order their deadlines back. Those of a customer who is locked or deleted, and of
 * a cancelled show, expire at once.
 */
export async function releaseTickets(tx: Tx, { pendingOrderId, tryAgainMinutes, extendedTries }: Release) {
  const { rows } = await sql<PlaceOfShow>`
    update tickets set pending_order_id = null, reserved_until = case
      when users.is_locked or users.deleted_at is not null or event_shows.cancelled_at is not null then shop_now()
      when tries.failed <= ${extendedTries}::int then greatest(
        least(item.reserved_until, event_shows.starts_at), least(shop_now() + make_interval(mins => ${tryAgainMinutes}::int), event_shows.starts_at))
      else least(item.reserved_until, event_shows.starts_at) end
    from pending_order_items item
    join event_shows on event_shows.id = item.event_show_id
    cross join lateral (
      select count(*) as failed from pending_order_items other
      join pending_orders on pending_orders.id = other.pending_order_id
      where other.ticket_id = item.ticket_id and pending_orders.state = 'GONE'
    ) tries,
    users
    where item.pending_order_id = ${pendingOrderId} and tickets.id = item.ticket_id and users.id = tickets.user_id
    returning tickets.event_show_id as "showId", tickets.place_id as "placeId"`.execute(tx)
  publishAfterCommit(tx, rows)
}

/** Deletes what is left of a customer's former reservations, and frees the room of standing ones. */
export async function deleteFormerReservations(tx: Tx, userId: UserId, ids: readonly TicketId[]): Promise<void> {
  const isLeft = sql`
    id = any (${ids}::int[]) and user_id = ${userId} and state = 'RESERVED' and pending_order_id is null`
  await sql`
    select from standing_occupancies
    where (event_show_id, place_id) in (
      select event_show_id, place_id from tickets where ${isLeft} and place_type = 'STANDING')
    order by event_show_id, place_id
    for no key update`.execute(tx)
  await sql`select from tickets where ${isLeft} order by event_show_id, place_id, id for update`.execute(tx)
  const { rows } = await sql<PlaceOfShow>`
    with gone as (delete from tickets where ${isLeft} returning event_show_id, place_id, place_type),
    vacated as (
      update standing_occupancies as room set occupied = occupied - freed.count
      from (
        select event_show_id, place_id, count(*) as count from gone where place_type = 'STANDING' group by 1, 2
      ) as freed
      where room.event_show_id = freed.event_show_id and room.place_id = freed.place_id
    )
    select event_show_id as "showId", place_id as "placeId" from gone`.execute(tx)
  publishAfterCommit(tx, rows)
}

/** Deletes the bought cart lines. Pieces that the customer added while paying become a new line. */
export async function deletePaidLines(
  tx: Tx,
  userId: UserId,
  lines: readonly { lineId: MerchandisePurchaseId; item: { quantity: number } }[],
): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await sql<{ productId: ProductId; usePoints: boolean; rest: number }>`
    with paid as (
      select * from unnest(
        ${lines.map(({ lineId }) => lineId)}::int[], ${lines.map(({ item }) => item.quantity)}::int[]) as paid (id, quantity)
    ), gone as (
      delete from merchandise_purchases line using paid where line.id = paid.id and user_id = ${userId}
      returning merchandise_product_id, use_points, line.quantity - paid.quantity as rest
    )
    select merchandise_product_id as "productId", use_points as "usePoints", rest from gone where rest > 0`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('merchandise_purchases')
    .values(
      rows.map(({ productId, usePoints, rest }) => ({
        user_id: userId,
        merchandise_product_id: productId,
        quantity: rest,
        use_points: usePoints,
      })),
    )
    .execute()
}

/** Ends a pending order, with its invoice if it was paid: then the name is only there. */
export async function endPendingOrder(tx: Tx, id: PendingOrderId, invoiceId: InvoiceId | null): Promise<void> {
  await tx
    .updateTable('pending_orders')
    .set({
      state: invoiceId ? 'DONE' : 'GONE',
      invoice_id: invoiceId,
      ended_at: sql<Date>`shop_now()`,
      client_network: null,
      ...(invoiceId && NO_NAME),
    })
    .where('id', '=', id)
    .execute()
}

/** Withholds the points of a pending order, or returns them. Does nothing without any. */
export async function insertPendingPoints(
  tx: Tx,
  { userId, pendingOrderId, points }: { userId: UserId; pendingOrderId: PendingOrderId; points: number },
  reason: 'WITHHELD' | 'RETURNED',
): Promise<void> {
  if (points === 0) return
  await tx
    .insertInto('points_entries')
    .values({
      user_id: userId,
      points: reason === 'WITHHELD' ? -points : points,
      counts_from: sql<Date>`shop_now()`,
      pending_order_id: pendingOrderId,
      reason,
    })
    .execute()
}

/** Notes that a paid order has spent its points, also those that refunds would withdraw from it. */
export async function releaseKeptPoints(tx: Tx, id: PendingOrderId): Promise<void> {
  await tx
    .updateTable('pending_orders')
    .set({ points_kept: 0 })
    .where('id', '=', id)
    .where('points_kept', '>', 0)
    .execute()
}

/** Tells whether the customer has a pending order, whose payment must end before the account can be deleted. */
export async function hasPendingOrder(tx: Tx, userId: UserId): Promise<boolean> {
  const found = await tx
    .selectFrom('pending_orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'OPEN')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
