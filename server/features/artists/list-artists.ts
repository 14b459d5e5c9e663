import type { Artist } from '#contract/artists.ts'
import type { Paged } from '#contract/fields.ts'
import type { Db } from '#server/db/connection.ts'
import { type ArtistSearch, selectArtists } from './artists.sql.ts'

/** The artists that all given filters match. */
export function listArtists(db: Db, search: ArtistSearch): Promise<Paged<Artist>> {
  return selectArtists(db, search)
}
