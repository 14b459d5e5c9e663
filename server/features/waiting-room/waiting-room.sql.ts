import { sql } from 'kysely'
import type { ShowId, UserId } from '#domain/ids.ts'
import type { Room } from '#domain/waiting-room.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

function selectFromRooms(db: Db | Tx) {
  return db
    .selectFrom('waiting_rooms')
    .select([
      'mode',
      'people_a_minute as peopleAMinute',
      'automatic_rate as automaticRate',
      'is_paused as isPaused',
      'lot_size as lotSize',
      'last_number as lastNumber',
      'admitted_number as admittedNumber',
      'credit',
      'advanced_at as advancedAt',
      'version',
    ])
}

/** Creates the waiting room of a show, unless there is one or the show is being deleted. */
export async function insertRoom(
  tx: Tx,
  showId: ShowId,
  { automaticRate, credit }: Pick<Room, 'automaticRate' | 'credit'>,
): Promise<void> {
  await sql`
    insert into waiting_rooms (event_show_id, automatic_rate, credit, advanced_at)
    select id, ${automaticRate}, ${credit}, shop_now() from event_shows where id = ${showId} for key share
    on conflict do nothing`.execute(tx)
}

/** A waiting room, with the version of its settings. */
export type VersionedRoom = Room & { version: number }

/** Locks the waiting room of a show. Undefined without one. */
export function lockRoom(tx: Tx, showId: ShowId): Promise<VersionedRoom | undefined> {
  return selectFromRooms(tx).where('event_show_id', '=', showId).forUpdate().executeTakeFirst()
}

/** Locks the waiting room of a show, unless another transaction works on it. */
export function lockFreeRoom(tx: Tx, showId: ShowId): Promise<Room | undefined> {
  return selectFromRooms(tx).where('event_show_id', '=', showId).forUpdate().skipLocked().executeTakeFirst()
}

export function selectRoom(db: Db | Tx, showId: ShowId): Promise<VersionedRoom | undefined> {
  return selectFromRooms(db).where('event_show_id', '=', showId).executeTakeFirst()
}

/** Reads what a waiting room needs of its show, with the current time. */
export function selectShowOfRoom(db: Db | Tx, showId: ShowId) {
  return db
    .selectFrom('event_shows')
    .select([
      'name',
      'starts_at as startsAt',
      'sale_starts_at as saleStartsAt',
      'cancelled_at as cancelledAt',
      sql<boolean>`coalesce(sale_ends_at <= ${now}, false)`.as('isSaleOver'),
      'needs_pass as needsPass',
      isShowPublished.as('isPublished'),
      sql<Date>`${now}`.as('now'),
    ])
    .where('id', '=', showId)
    .executeTakeFirst()
}

export async function updateRoom(tx: Tx, showId: ShowId, room: Room): Promise<void> {
  await tx
    .updateTable('waiting_rooms')
    .set({
      mode: room.mode,
      people_a_minute: room.peopleAMinute,
      automatic_rate: room.automaticRate,
      is_paused: room.isPaused,
      lot_size: room.lotSize,
      last_number: room.lastNumber,
      admitted_number: room.admittedNumber,
      credit: room.credit,
      advanced_at: room.advancedAt,
    })
    .where('event_show_id', '=', showId)
    .execute()
}

/** Raises the version of the settings of a locked room. */
export async function raiseVersion(tx: Tx, showId: ShowId): Promise<void> {
  await tx
    .updateTable('waiting_rooms')
    .set({ version: sql<number>`version + 1` })
    .where('event_show_id', '=', showId)
    .execute()
}

/** Sets whether reservations of a show need a pass. Does not wait for reservations, which share the lock of its key. */
export async function updateNeedsPass(tx: Tx, showId: ShowId, needsPass: boolean): Promise<void> {
  await tx.updateTable('event_shows').set({ needs_pass: needsPass }).where('id', '=', showId).execute()
}

/** Selects the shows whose reservations need a pass, and whose sale has started. */
export async function selectShowsWithLine(db: Db): Promise<ShowId[]> {
  const shows = await db
    .selectFrom('event_shows')
    .select('id')
    .where('needs_pass', '=', true)
    .where(sql<boolean>`(sale_starts_at is null or sale_starts_at <= ${now})`)
    .orderBy('id')
    .execute()
  return shows.map(({ id }) => id)
}

/** Lets customers take part in the draw. Returns how many did not before. */
export async function insertIntoLot(tx: Tx, showId: ShowId, userIds: readonly UserId[]): Promise<number> {
  const { rows } = await sql`
    insert into waiting_places (event_show_id, user_id)
    select ${showId}, id from unnest(${userIds}::int[]) as arrived (id) order by id
    on conflict (event_show_id, user_id) do update set number = null, admitted_at = null, pass_until = null
      where waiting_places.number is not null
    returning 1`.execute(tx)
  return rows.length
}

/** Puts the customers who wait into the lot. Returns how many there were. */
export async function moveLineIntoLot(tx: Tx, showId: ShowId): Promise<number> {
  const { rows } = await sql`
    update waiting_places set number = null
    where event_show_id = ${showId} and number is not null and admitted_at is null returning 1`.execute(tx)
  return rows.length
}

/** Draws the numbers after `lastNumber` among the customers in the lot. Returns how many there are. */
export async function drawNumbers(tx: Tx, showId: ShowId, lastNumber: number): Promise<number> {
  const { rows } = await sql`
    update waiting_places set number = ${lastNumber}::int + drawn.place
    from (
      select user_id, row_number() over (order by gen_random_uuid()) as place
      from waiting_places where event_show_id = ${showId} and number is null
    ) as drawn
    where waiting_places.event_show_id = ${showId} and waiting_places.user_id = drawn.user_id
    returning 1`.execute(tx)
  return rows.length
}

// A purchase ends the pass with which its places were reserved.
const hasBought = sql<boolean>`exists (
  select from tickets where tickets.event_show_id = waiting_places.event_show_id
    and tickets.user_id = waiting_places.user_id
    and tickets.reserved_at >= waiting_places.admitted_at and tickets.bought_at is not null)`
const isPassValid = sql<boolean>`(pass_until > ${now} and not ${hasBought})`

/**
 * Gives numbers after `lastNumber` to those of the customers, in their order, who neither wait nor have a valid pass.
 * Returns how many got one.
 */
export async function insertNumbers(
  tx: Tx,
  showId: ShowId,
  { userIds, lastNumber }: { userIds: readonly UserId[]; lastNumber: number },
): Promise<number> {
  const { rows } = await sql`
    insert into waiting_places (event_show_id, user_id, number)
    select ${showId}, id, ${lastNumber}::int + row_number() over (order by arrived.place)
    from unnest(${userIds}::int[]) with ordinality as arrived (id, place)
    where not exists (
      select from waiting_places where event_show_id = ${showId} and user_id = id
        and (admitted_at is null or ${isPassValid}))
    on conflict (event_show_id, user_id)
      do update set number = excluded.number, admitted_at = null, pass_until = null
    returning 1`.execute(tx)
  return rows.length
}

/** Gives passes to the customers with the numbers up to `to`, after `from`. */
export async function insertPasses(
  tx: Tx,
  showId: ShowId,
  { from, to, minutes }: { from: number; to: number; minutes: number },
): Promise<void> {
  await sql`
    update waiting_places
    set admitted_at = ${now}, pass_until = ${now} + make_interval(mins => ${minutes})
    where event_show_id = ${showId} and number > ${from} and number <= ${to}`.execute(tx)
}

type Extension = { userIds: readonly UserId[]; minutes: number; longestMinutes: number }

/**
 * Extends the valid passes of customers who are there to some minutes from now, and to `longestMinutes` in all. Leaves
 * those that were extended in the last minute.
 */
export async function extendPasses(tx: Tx, showId: ShowId, extension: Extension): Promise<void> {
  const { userIds, minutes, longestMinutes } = extension
  await sql`
    update waiting_places
    set pass_until = greatest(pass_until, least(
      ${now} + make_interval(mins => ${minutes}), admitted_at + make_interval(mins => ${longestMinutes})))
    where event_show_id = ${showId} and user_id = any(${userIds}::int[]) and ${isPassValid}
      and pass_until < ${now} + make_interval(mins => ${minutes - 1})`.execute(tx)
}

export type WaitingPlace = { userId: UserId; number: number | null; passUntil: Date | null; isPassValid: boolean }

/** Reads the places of customers in the line of a show. */
export async function selectPlacesInLine(
  db: Db | Tx,
  showId: ShowId,
  userIds: readonly UserId[],
): Promise<Map<UserId, WaitingPlace>> {
  const { rows } = await sql<WaitingPlace>`
    select user_id as "userId", number, pass_until as "passUntil", coalesce(${isPassValid}, false) as "isPassValid"
    from waiting_places where event_show_id = ${showId} and user_id = any(${userIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Tells whether a customer takes part in the draw of a show. */
export async function isInLot(tx: Tx, showId: ShowId, userId: UserId): Promise<boolean> {
  const found = await tx
    .selectFrom('waiting_places')
    .select('user_id')
    .where('event_show_id', '=', showId)
    .where('user_id', '=', userId)
    .where('number', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes a customer out of the draw. Returns whether the customer took part in it. */
export async function deleteFromLot(tx: Tx, showId: ShowId, userId: UserId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('waiting_places')
    .where('event_show_id', '=', showId)
    .where('user_id', '=', userId)
    .where('number', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes the places in the line of a show that were not admitted. */
export async function deleteWaitingPlaces(tx: Tx, showId: ShowId): Promise<void> {
  await tx.deleteFrom('waiting_places').where('event_show_id', '=', showId).where('admitted_at', 'is', null).execute()
}

/** Counts the valid passes of a show. */
export async function countPasses(db: Db | Tx, showId: ShowId): Promise<number> {
  const { passes } = await db
    .selectFrom('waiting_places')
    .select(({ fn }) => fn.countAll<number>().as('passes'))
    .where('event_show_id', '=', showId)
    .where(isPassValid)
    .executeTakeFirstOrThrow()
  return passes
}

/** Deletes the places in the lines of shows that have started, and closes their waiting rooms. */
export async function deleteOldLines(db: Db): Promise<void> {
  await sql`
    update event_shows set needs_pass = false where needs_pass and starts_at <= ${now}`.execute(db)
  await sql`
    delete from waiting_places using event_shows
    where event_shows.id = waiting_places.event_show_id and event_shows.starts_at <= ${now}`.execute(db)
}
