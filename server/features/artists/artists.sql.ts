import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { artistSearch } from '#contract/artists.ts'
import type { ArtistId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

export type ArtistSearch = z.output<typeof artistSearch>

const columns = ['id', 'first_name as firstName', 'last_name as lastName', 'stage_name as stageName'] as const

/** Lists artists ordered by their displayed name. */
export function selectArtists(db: Db, search: ArtistSearch) {
  const found = db
    .selectFrom('artists')
    .select(columns)
    .where(
      allOf([
        contains('first_name', search.firstName),
        contains('last_name', search.lastName),
        contains('stage_name', search.stageName),
      ]),
    )
    .orderBy(sql`folded(coalesce(nullif(stage_name, ''), first_name || ' ' || last_name))`)
    .orderBy('id')
  return pageOf(found, search)
}

export function selectArtist(db: Db | Tx, artistId: ArtistId) {
  return db.selectFrom('artists').select(columns).where('id', '=', artistId).executeTakeFirst()
}
