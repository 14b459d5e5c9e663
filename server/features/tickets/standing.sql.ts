import { sql } from 'kysely'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type PlaceOfShow, PlacesOfShows } from '#server/db/places-of-shows.ts'

/**
 * Occupies room for `quantity` people on a standing place. Returns false if there is not enough. One statement, guarded
 * by a CHECK. Lock order: standing places before tickets, by ascending id.
 */
async function occupyStanding(
  tx: Tx,
  { showId, placeId, capacity, quantity }: PlaceOfShow & { capacity: number; quantity: number },
): Promise<boolean> {
  if (quantity > capacity) return false
  const { rows } = await sql`
    insert into standing_occupancies as room (event_show_id, place_id, capacity, occupied)
    values (${showId}, ${placeId}, ${capacity}, ${quantity})
    on conflict (event_show_id, place_id) do update set occupied = room.occupied + excluded.occupied
      where room.occupied + excluded.occupied <= room.capacity
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Occupies room of a standing place. Frees expired reservations first if the place is full. */
export async function occupyOrFreeExpired(
  tx: Tx,
  room: PlaceOfShow & { capacity: number; quantity: number },
): Promise<boolean> {
  if (await occupyStanding(tx, room)) return true
  await freeExpiredStanding(tx, room)
  return occupyStanding(tx, room)
}

/** Frees room of a standing place. Call `lockStanding` first. */
export async function vacateStanding(tx: Tx, { showId, placeId }: PlaceOfShow, quantity = 1): Promise<void> {
  await tx
    .updateTable('standing_occupancies')
    .set(({ eb }) => ({ occupied: eb('occupied', '-', quantity) }))
    .where('event_show_id', '=', showId)
    .where('place_id', '=', placeId)
    .execute()
}

export async function lockStanding(tx: Tx, { showId, placeId }: PlaceOfShow): Promise<void> {
  await tx
    .selectFrom('standing_occupancies')
    .select('occupied')
    .where('event_show_id', '=', showId)
    .where('place_id', '=', placeId)
    .forNoKeyUpdate()
    .execute()
}

/** The number of people for whom a standing place is wanted. */
export type WantedRoom = PlaceOfShow & { capacity: number; quantity: number }

/**
 * Locks standing places in the given order, which is the lock order, and returns for how many people each has room.
 * Frees expired reservations of places with less room than wanted.
 */
export async function lockRooms(tx: Tx, wanted: readonly WantedRoom[]): Promise<PlacesOfShows<number>> {
  if (wanted.length === 0) return new PlacesOfShows()
  const showIds = wanted.map(({ showId }) => showId)
  const placeIds = wanted.map(({ placeId }) => placeId)
  const [, { rows }] = await Promise.all([
    sql`
      insert into standing_occupancies (event_show_id, place_id, capacity, occupied)
      select show_id, place_id, capacity, 0
      from unnest(
        ${showIds}::int[], ${placeIds}::int[], ${wanted.map(({ capacity }) => capacity)}::int[]
      ) as room (show_id, place_id, capacity)
      order by show_id, place_id on conflict do nothing`.execute(tx),
    sql<PlaceOfShow & { room: number }>`
      select event_show_id as "showId", place_id as "placeId", capacity - occupied as room from standing_occupancies
      where (event_show_id, place_id) in (select * from unnest(${showIds}::int[], ${placeIds}::int[]))
      order by event_show_id, place_id for no key update`.execute(tx),
  ])
  const roomOn = new PlacesOfShows(rows.map(({ room, ...place }) => [place, room]))
  for (const { quantity, ...place } of wanted) {
    const room = roomOn.get(place) ?? 0
    if (room < quantity) roomOn.set(place, room + (await freeExpiredStanding(tx, place)))
  }
  return roomOn
}

/** Occupies room of locked standing places for these numbers of people. Frees room for negative ones. */
export async function changeOccupancies(
  tx: Tx,
  changes: readonly (PlaceOfShow & { quantity: number })[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update standing_occupancies as room set occupied = room.occupied + change.quantity
    from (
      select show_id, place_id, sum(quantity)::int as quantity
      from unnest(
        ${changes.map(({ showId }) => showId)}::int[],
        ${changes.map(({ placeId }) => placeId)}::int[],
        ${changes.map(({ quantity }) => quantity)}::int[]
      ) as one (show_id, place_id, quantity)
      group by show_id, place_id
    ) as change
    where room.event_show_id = change.show_id and room.place_id = change.place_id`.execute(tx)
}

/**
 * Deletes the expired reservations of a standing place and frees their room. Skips locked tickets. Returns the number
 * of people for whom there is room now.
 */
export async function freeExpiredStanding(tx: Tx, place: PlaceOfShow): Promise<number> {
  await lockStanding(tx, place)
  const { rows } = await sql`
    delete from tickets where id in (
      select id from tickets
      where event_show_id = ${place.showId} and place_id = ${place.placeId}
        and state = 'RESERVED' and reserved_until <= shop_now()
      for update skip locked)
    returning 1`.execute(tx)
  if (rows.length === 0) return 0
  await vacateStanding(tx, place, rows.length)
  publishAfterCommit(tx, [place])
  return rows.length
}

/** Reads the standing places with reservations that expired a day ago. */
export async function selectExpiredStanding(db: Db): Promise<PlaceOfShow[]> {
  const { rows } = await sql<PlaceOfShow>`
    select distinct event_show_id as "showId", place_id as "placeId" from tickets
    where state = 'RESERVED' and place_type = 'STANDING' and reserved_until < shop_now() - interval '1 day'`.execute(db)
  return rows
}
