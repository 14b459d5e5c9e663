import { sql } from 'kysely'
import type { ShowId } from '#domain/ids.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'

/** Selects the shows without a free place on sale. */
export async function selectSoldOut(db: Db, showIds: readonly ShowId[]): Promise<ReadonlySet<ShowId>> {
  const { rows } = await sql<{ id: ShowId }>`
    select id from event_shows
    where id = any(${showIds}::int[]) and not exists (
      select from sectors join places on places.sector_id = sectors.id
      where sectors.seating_plan_id = event_shows.seating_plan_id and is_available
        and capacity > coalesce((
          select occupied from standing_occupancies
          where event_show_id = event_shows.id and place_id = places.id), 0)
        and not exists (
          select from tickets
          where event_show_id = event_shows.id and place_id = places.id and place_type = 'SITTING'
            and (state = 'BOUGHT' or state = 'RESERVED' and reserved_until > ${now})))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
