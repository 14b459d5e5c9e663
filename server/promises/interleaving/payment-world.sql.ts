import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { StripeStandIn } from '#server/testing/stripe-stand-in/start.ts'
import { givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer, toReserve } from '../buyers.ts'

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

/**
 * The payments of a world, each for two seats of its own. `paid`: the shop has not seen it yet. `late`: paid after an
 * administrator released it. `disputed`: taken, with a dispute that the shop has not seen yet.
 */
const PAYMENTS = ['open', 'paid', 'taken', 'late', 'disputed', 'lost'] as const
type PaymentName = (typeof PAYMENTS)[number]

export type WorldPayment = { id: number; ticketIds: readonly number[]; seatIds: readonly number[]; disputeRef: string }

/** Two customers, a show, and the payments that the flows of a group need. */
export type PaymentWorld = {
  show: Show
  ada: Buyer
  bob: Buyer
  admin: Buyer
  /** Ada's reserved seats that nobody pays for yet. */
  reserved: readonly number[]
  payments: Map<PaymentName, WorldPayment>
}

type Parties = { db: Db; admin: Buyer; stripe: StripeStandIn; url: string }

/** Creates a world with these payments. */
export async function givenPaymentWorld(parties: Parties, needed: ReadonlySet<PaymentName>): Promise<PaymentWorld> {
  const { db, admin, url } = parties
  const show = await givenShow(db, { seats: 2 * PAYMENTS.length + 2 })
  const [ada, bob] = [await givenBuyer(db, await givenUser(db)), await givenBuyer(db, await givenUser(db))]
  const reserved = await reserve(ada, url, { show, seatIds: show.seatIds.slice(-2) })
  const world: PaymentWorld = { show, ada, bob, admin, reserved, payments: new Map() }
  for (const [index, name] of PAYMENTS.entries()) {
    const seatIds = show.seatIds.slice(2 * index, 2 * index + 2)
    if (needed.has(name)) world.payments.set(name, await givenPayment(parties, world, { name, seatIds }))
  }
  return world
}

async function reserve(buyer: Buyer, url: string, { show, seatIds }: { show: Show; seatIds: readonly number[] }) {
  const { path, body } = toReserve(show.showId, seatIds)
  const { elements } = JSON.parse((await buyer.send(url, 'POST', path, { body })).body)
  const found: { id: number; placeId: number }[] = elements
  return seatIds.map((seatId) => found.find(({ placeId }) => placeId === seatId)?.id ?? 0)
}

async function givenPayment(
  { db, admin, stripe, url }: Parties,
  { ada, show }: PaymentWorld,
  { name, seatIds }: { name: PaymentName; seatIds: readonly number[] },
): Promise<WorldPayment> {
  const ticketIds = await reserve(ada, url, { show, seatIds })
  const body = { userPaymentInfoDto, paymentType: 'VISA', method: 'stripe', ticketIds }
  const { id } = JSON.parse((await ada.send(url, 'POST', '/payments', { body })).body)
  const { rows } = await sql<{ key: string }>`select key from payments where id = ${id}`.execute(db)
  const key = rows[0]?.key ?? ''
  const look = () => admin.send(url, 'POST', `/admin/payments/${id}/look`)
  let disputeRef = ''
  if (name !== 'open') await stripe.pay(key)
  if (name === 'late') {
    await admin.send(url, 'POST', `/admin/payments/${id}/release`, { body: { reason: 'Stripe is silent.' } })
    await sql`update tickets set reserved_until = shop_now() - interval '1 minute' where id = any (${ticketIds}::int[])`.execute(
      db,
    )
  }
  if (name === 'taken' || name === 'disputed' || name === 'lost') await look()
  if (name === 'disputed' || name === 'lost') disputeRef = await stripe.dispute(key)
  if (name === 'lost') {
    await stripe.endDispute(disputeRef, 'lost')
    await look()
  }
  return { id, ticketIds, seatIds, disputeRef }
}

/** Reads the state of a world as sorted lines, with numbers instead of ids, so that worlds can be compared. */
export async function selectPaymentWorld(db: Db, { show, ada, bob }: PaymentWorld): Promise<string[]> {
  const users = sql`${[ada.userId, bob.userId]}::int[]`
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select payments.*, pending_orders.state as order_state,
        row_number() over (order by pending_orders.items_fingerprint, payments.id) as number,
        (select min(array_position(${show.seatIds}::int[], place_id)) from pending_order_items item
          where item.pending_order_id = pending_orders.id) as seat
      from payments join pending_orders on pending_orders.id = pending_order_id
      where user_id = any (${users})
    )
    select format('ticket of %s: seat %s, %s, being paid %s', array_position(${users}, user_id),
      array_position(${show.seatIds}::int[], place_id), state, pending_order_id is not null) as line
    from tickets where event_show_id = ${show.showId} and (state <> 'RESERVED' or reserved_until > shop_now())
    union all
    select format('payment of seat %s: %s, order %s, %s cents', seat, state, order_state, amount) from ours
    union all
    select format('refund of seat %s: %s, %s, %s cents', seat, refunds.state, reason, refunds.amount)
    from refunds join ours on ours.id = payment_id
    union all
    select format('dispute of seat %s: %s, ended %s, cancelled %s', seat, disputes.state, ended_at is not null,
      cancel_invoice_id is not null)
    from disputes join ours on ours.id = payment_id
    union all
    select format('user %s: locked %s, deleted %s', array_position(${users}, id), is_locked, deleted_at is not null)
    from users where id = any (${users})
    union all
    select format('invoice of %s: %s, %s cents, %s lines', array_position(${users}, user_id), invoice_type, total,
      (select count(*) from invoice_items where invoice_id = invoices.id))
    from invoices where user_id = any (${users})
    union all
    select format('points of %s: %s', array_position(${users}, user_id), sum(points))
    from points_entries where user_id = any (${users}) group by user_id
    union all
    select format('show: cancelled %s', cancelled_at is not null) from event_shows where id = ${show.showId}`.execute(
    db,
  )
  return rows.map(({ line }) => line).toSorted()
}
