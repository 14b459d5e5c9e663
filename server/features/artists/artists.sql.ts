import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { artistSearch } from '#contract/artists.ts'
import type { ArtistId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { allOf, contains } from '#server/db/filters.ts'
import { pageOf } from '#server/db/paged.ts'

export type ArtistSearch = z.output<typeof artistSearch>

function selectFromArtists(db: Db | Tx) {
  return db
    .selectFrom('artists')
    .leftJoin('images', 'images.id', 'artists.image_id')
    .select([
      'artists.id',
      'artists.first_name as firstName',
      'artists.last_name as lastName',
      'artists.stage_name as stageName',
      'images.name as imageName',
    ])
}

/** Lists artists ordered by their displayed name. */
export function selectArtists(db: Db, search: ArtistSearch) {
  const found = selectFromArtists(db)
    .where(
      allOf([
        contains('first_name', search.firstName),
        contains('last_name', search.lastName),
        contains('stage_name', search.stageName),
      ]),
    )
    .orderBy(sql`folded(coalesce(nullif(stage_name, ''), first_name || ' ' || last_name))`)
    .orderBy('artists.id')
  return pageOf(found, search)
}

export function selectArtist(db: Db | Tx, artistId: ArtistId) {
  return selectFromArtists(db).select('artists.description').where('artists.id', '=', artistId).executeTakeFirst()
}
