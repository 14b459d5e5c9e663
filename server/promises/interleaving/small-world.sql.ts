import { sql } from 'kysely'
import type { ProductId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { givenProduct, givenShow, givenUser, type Show } from '#server/testing/test-data.ts'
import { type Buyer, givenBuyer, toOrder, toReserve } from '../buyers.ts'

/** Two customers, and few things for which they compete. */
export type SmallWorld = {
  show: Show
  ada: Buyer
  bob: Buyer
  admin: Buyer
  products: Record<'mug' | 'shirt' | 'pin', ProductId>
  /** The ids of Ada's reserved, bought and expired seats, of her standing place, and of Bob's bought one. */
  tickets: Record<'reserved' | 'bought' | 'expired' | 'standing' | 'bobs', number>
  /** The ids of cart lines: a mug for money, two for points, and Bob's mug. */
  lines: Record<'mug' | 'shirt' | 'pin' | 'bobsMug', number>
}

/** Drops every job that is queued from now on, because the gate would take its transaction for that of a request. */
export async function dropJobs(owner: Db): Promise<void> {
  await sql`
    create function drop_job() returns trigger language plpgsql as 'begin return null; end'`.execute(owner)
  await sql`
    create trigger drop_job before insert on graphile_worker._private_jobs
    for each row execute function drop_job()`.execute(owner)
}

/** Creates a world. `url` is the server that sells what is bought already. */
export async function givenSmallWorld(db: Db, admin: Buyer, url: string): Promise<SmallWorld> {
  const show = await givenShow(db, { seats: 4, standing: 3 })
  const ada = await givenBuyer(db, await givenUser(db, { points: 60 }))
  const bob = await givenBuyer(db, await givenUser(db))
  const [, second = 0, third = 0, fourth = 0] = show.seatIds
  const standing = show.standingPlaceId
  const [reserved, bought, expired, stands, left] = await reserve([second, third, fourth, standing, standing])
  const [bobs] = await reserve([standing], bob)
  await buy(ada, bought)
  await buy(bob, bobs)
  await sql`
    update tickets set reserved_until = shop_now() - interval '1 minute' where id = any (${[expired, left]}::int[])`.execute(
    db,
  )

  async function reserve(placeIds: readonly number[], buyer = ada): Promise<number[]> {
    const { path, body } = toReserve(show.showId, placeIds)
    const { elements } = JSON.parse((await buyer.send(url, 'POST', path, { body })).body)
    const found: { id: number; placeId: number }[] = elements
    return placeIds.map((placeId) => {
      const at = found.findIndex((ticket) => ticket.placeId === placeId)
      return found.splice(at, 1)[0]?.id ?? 0
    })
  }
  async function buy(buyer: Buyer, ticket = 0): Promise<void> {
    const { path, body } = toOrder([ticket])
    await buyer.send(url, 'POST', path, { body })
  }

  const mug = await givenProduct(db, { stock: 1 })
  const shirt = await givenProduct(db, { name: 'Shirt', points: 50 })
  const pin = await givenProduct(db, { name: 'Pin', points: 40 })
  const line = (buyer: Buyer, product: ProductId, usePoints: boolean) => {
    return { user_id: buyer.userId, merchandise_product_id: product, quantity: 1, use_points: usePoints }
  }
  const wanted = [line(ada, mug, false), line(ada, shirt, true), line(ada, pin, true), line(bob, mug, false)]
  const rows = await db.insertInto('merchandise_purchases').values(wanted).returning('id').execute()
  const [ofMug = 0, ofShirt = 0, ofPin = 0, bobsMug = 0] = rows.map(({ id }) => id)
  return {
    ...{ show, ada, bob, admin, products: { mug, shirt, pin } },
    tickets: {
      reserved: reserved ?? 0,
      bought: bought ?? 0,
      expired: expired ?? 0,
      standing: stands ?? 0,
      bobs: bobs ?? 0,
    },
    lines: { mug: ofMug, shirt: ofShirt, pin: ofPin, bobsMug },
  }
}

/** Reads the state of a world as sorted lines, with numbers instead of ids, so that worlds can be compared. */
export async function selectSmallWorld(db: Db, { show, ada, bob, products }: SmallWorld): Promise<string[]> {
  const users = sql`${[ada.userId, bob.userId]}::int[]`
  const places = sql`${[show.standingPlaceId, ...show.seatIds]}::int[]`
  const all = sql`${Object.values(products)}::int[]`
  const { rows } = await sql<{ line: string }>`
    select format('ticket of %s: place %s, %s, %s cents', array_position(${users}, user_id),
      array_position(${places}, place_id), state, price) as line
    from tickets where event_show_id = ${show.showId} and (state <> 'RESERVED' or reserved_until > shop_now())
    union all
    select format('product %s: %s left, %s cents', array_position(${all}, id), stock, price)
    from merchandise_products where id = any (${all})
    union all
    select format('user %s: locked %s, deleted %s, %s sessions', array_position(${users}, id), is_locked,
      deleted_at is not null, (select count(*) from sessions where user_id = users.id))
    from users where id = any (${users})
    union all
    select format('line of %s: %s of %s, points %s', array_position(${users}, user_id), quantity,
      array_position(${all}, merchandise_product_id), use_points)
    from merchandise_purchases where user_id = any (${users})
    union all
    select format('invoice of %s: %s, %s cents, %s lines', array_position(${users}, user_id), invoice_type, total,
      (select count(*) from invoice_items where invoice_id = invoices.id))
    from invoices where user_id = any (${users})
    union all
    select format('points of %s: %s of %s', array_position(${users}, user_id),
      coalesce(sum(points) filter (where counts_from <= shop_now()), 0), sum(points))
    from points_entries where user_id = any (${users}) group by user_id`.execute(db)
  return rows.map(({ line }) => line).toSorted()
}
