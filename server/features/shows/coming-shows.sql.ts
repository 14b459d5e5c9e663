import { sql } from 'kysely'
import type { ComingShowsGroup } from '#domain/shows/coming-shows.ts'
import type { Db } from '#server/db/connection.ts'
import { now } from '#server/db/now.ts'
import { isShowPublished } from '#server/db/published.sql.ts'
import { cheapestPercentOf } from './cheapest-percent.sql.ts'

type Whose = 'event_id' | 'artist_id' | 'location_id'

/** Selects the shows to come of several events, artists or locations, by their ids, grouped by venue and plan. */
export async function selectComingShows<Id extends number>(
  db: Db,
  whose: Whose,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, ComingShowsGroup[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ComingShowsGroup & { id: Id }>`
    select shows.id, count, price, ${cheapestPercentOf('shows.seating_plan_id')} as "cheapestPercent",
      locations.name as venue, city, time_zone as "timeZone", "showId", "startTime", "endTime"
    from (
      select ${sql.ref(whose)} as id, seating_plan_id, location_id, count(*) as count, min(price) as price,
        (array_agg(event_shows.id order by starts_at, event_shows.id))[1] as "showId",
        min(starts_at) as "startTime", (array_agg(ends_at order by starts_at, event_shows.id))[1] as "endTime"
      from event_shows where ${sql.ref(whose)} = any(${ids}::int[]) and starts_at > ${now} and cancelled_at is null
        and ${isShowPublished}
      group by 1, 2, 3
    ) as shows join locations on locations.id = location_id`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}
