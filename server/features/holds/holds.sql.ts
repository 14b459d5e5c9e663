import { sql } from 'kysely'
import type { HoldId, PlaceId, ShowId, TicketId, UserId } from '#domain/ids.ts'
import type { PlaceType } from '#domain/tickets/places.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { publishAfterCommit } from '#server/db/publish-after-commit.ts'
import { oneOf } from '#server/db/one-of.ts'

type NewHold = { showId: ShowId; reason: string; by: UserId; until: Date | null }

export async function insertHold(tx: Tx, { showId, reason, by, until }: NewHold): Promise<HoldId> {
  const { id } = await tx
    .insertInto('holds')
    .values({ event_show_id: showId, reason, held_by: by, held_until: until })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Reads the show of a hold, which never changes. */
export async function selectShowOfHold(tx: Tx, id: HoldId): Promise<ShowId | undefined> {
  const row = await tx.selectFrom('holds').select('event_show_id').where('id', '=', id).executeTakeFirst()
  return row?.event_show_id
}

/** Locks a hold before an edit, after its show and before its places. */
export function lockHold(tx: Tx, id: HoldId) {
  return tx
    .selectFrom('holds')
    .select(['reason', 'held_until as until', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the fields of a locked hold and raises the version. */
export async function updateHold(
  tx: Tx,
  id: HoldId,
  { reason, until }: { reason: string; until: Date | null },
): Promise<void> {
  await tx
    .updateTable('holds')
    .set({ reason, held_until: until, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

const isHeld = sql<boolean>`(
  tickets.user_id is null and tickets.state = 'RESERVED' and tickets.reserved_until > shop_now())`

/** Tells whether a hold still holds a place. */
export async function selectIsHolding(tx: Tx, id: HoldId): Promise<boolean> {
  const held = tx.selectFrom('tickets').select('id').where('hold_id', '=', id).where(isHeld)
  return (await held.executeTakeFirst()) !== undefined
}

/** Locks the tickets of a hold in the lock order. Waits for sales of them. */
export async function lockTicketsOfHold(tx: Tx, id: HoldId): Promise<void> {
  await sql`
    select from tickets where hold_id = ${id} and user_id is null order by place_id, id for update`.execute(tx)
}

/** Gives the places of a hold another end. Leaves out those that have run out. Lock its tickets first. */
export async function updateEndOfHeld(tx: Tx, id: HoldId, until: Date | null): Promise<void> {
  await sql`
    update tickets set reserved_until = coalesce(${until}::timestamptz, 'infinity')
    where hold_id = ${id} and ${isHeld}`.execute(tx)
}

/** Lists the holds of a show that still hold a place, newest first. */
export function selectHolds(db: Db, showId: ShowId) {
  return db
    .selectFrom('holds')
    .innerJoin('users', 'users.id', 'holds.held_by')
    .select([
      'holds.id',
      'holds.reason',
      'users.email as by',
      'holds.held_until as until',
      'holds.created_at as createdAt',
      'holds.version',
    ])
    .where('holds.event_show_id', '=', showId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('tickets').select('tickets.id').whereRef('tickets.hold_id', '=', 'holds.id').where(isHeld)),
    )
    .orderBy('holds.id', 'desc')
    .execute()
}

/** Lists the held tickets of a show with the names of their places, in the order of the places. */
export function selectHeldTickets(db: Db, showId: ShowId) {
  return db
    .selectFrom('tickets')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'tickets.id',
      'tickets.hold_id as holdId',
      'tickets.place_id as placeId',
      'tickets.price',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
    ])
    .where('tickets.event_show_id', '=', showId)
    .where(isHeld)
    .orderBy('places.id')
    .orderBy('tickets.id')
    .execute()
}

/** Reads held tickets without a lock, with their shows and holds. Leaves out tickets that are not held. */
export async function selectHeld(tx: Tx, ticketIds: readonly TicketId[]) {
  if (ticketIds.length === 0) return []
  return tx
    .selectFrom('tickets')
    .innerJoin('holds', 'holds.id', 'tickets.hold_id')
    .innerJoin('places', 'places.id', 'tickets.place_id')
    .innerJoin('sectors', 'sectors.id', 'places.sector_id')
    .select([
      'tickets.id',
      'tickets.event_show_id as showId',
      'tickets.place_id as placeId',
      'tickets.place_type as placeType',
      'holds.id as holdId',
      'holds.reason',
      'sectors.name as sectorName',
      'places.row_name as rowName',
      'places.seat_number as seatNumber',
    ])
    .where('tickets.id', '=', oneOf(ticketIds))
    .where('tickets.user_id', 'is', null)
    .orderBy('tickets.event_show_id')
    .orderBy('tickets.place_id')
    .orderBy('tickets.id')
    .execute()
}

type Freed = { id: TicketId; showId: ShowId; placeId: PlaceId; placeType: PlaceType }

/** Deletes tickets that are still held. Lock their standing places first. Waits for sales of them. */
export async function deleteHeld(tx: Tx, ticketIds: readonly TicketId[]): Promise<Freed[]> {
  await sql`
    select from tickets where id = any(${ticketIds}::int[])
    order by event_show_id, place_id, id for update`.execute(tx)
  const { rows } = await sql<Freed>`
    delete from tickets where id = any(${ticketIds}::int[]) and user_id is null
    returning id, event_show_id as "showId", place_id as "placeId", place_type as "placeType"`.execute(tx)
  publishAfterCommit(tx, rows)
  return rows
}

/** Deletes holds without tickets that are a day old: all of their places were released, sold or taken over. */
export async function deleteEmptyHolds(db: Db): Promise<void> {
  await sql`
    delete from holds where created_at < shop_now() - interval '1 day'
      and not exists (select from tickets where tickets.hold_id = holds.id)`.execute(db)
}
