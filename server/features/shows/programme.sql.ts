import { sql } from 'kysely'
import type { EventId, ShowId } from '#domain/ids.ts'
import type { ProgrammePeriod } from '#domain/shows/programme-periods.ts'
import type { Db } from '#server/db/connection.ts'
import { isShowPublished } from '#server/db/published.sql.ts'

export type ProgrammeShow = { id: ShowId; eventId: EventId }

const SOONEST = 500

/** Selects the first show of each event among the 500 soonest shows of a period, without those of another period. */
export async function selectShowsOfPeriod(
  db: Db,
  { from, until }: ProgrammePeriod,
  except: ProgrammePeriod | undefined,
): Promise<ProgrammeShow[]> {
  const { rows } = await sql<ProgrammeShow>`
    select id, "eventId" from (
      select distinct on (event_id) id, event_id as "eventId", starts_at from (
        select id, event_id, starts_at from event_shows
        where cancelled_at is null and ${isShowPublished} and starts_at > ${from} and starts_at < ${until ?? 'infinity'}::timestamptz
          and not (starts_at > ${except?.from ?? null}::timestamptz and starts_at < ${except?.until ?? null}::timestamptz) is true
        order by starts_at, id limit ${SOONEST}
      ) as soonest order by event_id, starts_at, id
    ) as firsts order by starts_at, id`.execute(db)
  return rows
}
